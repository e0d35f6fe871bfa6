"""Whether the tests would notice: small faults are put into the code, one at a time, and the tests have to fail."""
