// All scripts of a lesson in one file.

import "./held.js";
import "./main.js";
