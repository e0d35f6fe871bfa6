"""Faults in the page's scripts. Where a module is pure its tests run in Node; else the site is built, and a browser has to
notice."""

from tests.mutants.fault import Fault

JS = "site/js/"


def _fault(file: str, old: str, new: str, *tests: str) -> Fault:
    """tests: "unit/NAME" or "browser/NAME", with "::" and a test of the file where that is enough."""
    return Fault(JS + file, old, new, " ".join(map(_path, tests)))


def _path(test: str) -> str:
    kind, _, name = test.partition("/")
    name, colons, one = name.partition("::")
    return f"tests/{kind}/test_{name}.py{colons}{one and f'test_{one}'}"


# A fault a line.
# fmt: off
FAULTS = (
    # Python as the page knows it
    _fault("python.js", "if (this.state === \"failed\") this.#awake = null;", "", "browser/faults::trying_again_at_the_cell_works_once_the_fault_is_gone"),
    _fault("python.js", "if (this.state === \"restarting\") return;", "", "browser/limits::two_last_words_of_one_worker_restart_python_once"),
    _fault("python.js", "this.#calls.answerAll({ status: \"restarted\", reason });", "", "browser/limits::two_last_words_of_one_worker_restart_python_once"),
    _fault("python.js", "this.#prepared || navigator.connection?.saveData) return;", "this.#prepared) return;", "browser/asleep::with_save_data_intent_fetches_nothing"),
    _fault("python.js", "if (this.#calls.has(id)) this.#answer(id, \"\");\n      else this", "this", "browser/limits::an_answer_that_is_not_to_be_believed_is_an_answer_all_the_same"),
    _fault("outputs.js", "isItem(item) && fits(output, item)", "true", "browser/forgery::false_output_is_text_or_dropped"),
    _fault("python.js", "    if (!this.#start) return;\n", "", "browser/forgery::false_signs_of_life_change_nothing"),
    _fault("python.js", "text.slice(0, LONGEST_LINE)", "text", "browser/input::a_very_long_answer"),
    _fault("python.js", "this.restarts += 1;", "", "browser/stop::cells_whose_names_are_gone_say_so_until_they_are_run_again"),
    _fault("python.js", "const DRIVE_MS = 2000;", "const DRIVE_MS = 20_000;", "browser/driving::endless_code_is_stopped_and_put_back"),
    _fault("python.js", "const DRIVE_ENDS_MS = 5000;", "const DRIVE_ENDS_MS = 500_000;", "browser/driving::code_that_ends_python_is_put_back_and_said"),
    _fault("python.js", "Object.hasOwn(this.#manifest.packages, name)", "name in this.#manifest.packages", "browser/forgery::a_false_need_fetches_nothing_and_breaks_nothing"),
    _fault("python.js", "return firstThatWorks(this.#manifest.starts, (start) => this.#startFrom(start));", "throw error;", "browser/starts::a_restart_that_fails_is_followed_by_a_start_from_the_beginning"),
    _fault("python.js", "this.#heartbeat.follow(state);", "", "browser/heartbeat::an_idle_python_that_is_gone_is_started_anew"),
    _fault("runs.js", "if (this.#running || !this.#python.isReady()) return;", "if (!this.#python.isReady()) return;", "browser/cell::two_cells_run_in_the_order_in_which_they_were_asked"),
    _fault("runs.js", "if (job !== this.#running) {", "if (false) {", "browser/stop::a_queued_cell_is_stopped_and_the_running_one_is_not"),
    _fault("runs.js", "const STOP_MS = 2000;", "const STOP_MS = 200_000;", "browser/stop::what_no_interrupt_reaches_is_stopped_by_a_restart"),
    _fault("runs.js", "job.endLadder?.();", "", "browser/stop::stop_interrupts_without_losing_python"),
    _fault("heartbeat.js", "else if (isLate || this.#isExcused()) this.#missed = 0;", "", "browser/heartbeat::a_page_that_slept_does_not_take_its_python_for_lost"),
    _fault("heartbeat.js", " || this.#isExcused()", "", "browser/heartbeat::a_python_that_draws_for_long_is_left_alone"),
    _fault("calls.js", "first.watched ??= first", "first.watched = first", "unit/calls"),
    _fault("calls.js", ".find(({ limits }) => limits.length)", ".at(-1)", "unit/calls"),
    _fault("builds.js", "!readers || ", "readers && ", "unit/builds"),
    _fault("kino-cell.js", "this.#isReset ? { ...outcome, drives: 0 } : outcome", "outcome", "browser/driving::reset_of_a_cell_that_runs_hands_nothing_to_the_figure"),
    _fault("python.js", "return this.#frame.post({ type: \"supply\", id, files: null });", "return;", "browser/waiting::with_save_data_on_the_rest_of_python_comes_when_a_run_wants_it"),
    _fault("heartbeat.js", "++this.#missed >= MOST_MISSED", "++this.#missed >= 1000", "browser/heartbeat::an_idle_python_that_is_gone_is_started_anew"),
    # The seal, the frame, the worker
    _fault("sealed-frame.js", "setAttribute(\"sandbox\", \"allow-scripts\")", "setAttribute(\"sandbox\", \"allow-scripts allow-same-origin\")", "browser/seal::page_and_frame_cannot_see_into_each_other"),
    _fault("sealed-frame.js", "if (!this.#frame || source !== this.#frame.contentWindow) return;", "if (!this.#frame) return;", "browser/forgery::what_another_window_says_is_not_heard"),
    _fault("sealed-frame.js", "if (data?.type !== \"open\" && data?.worker !== this.#worker) return;", "", "browser/limits::two_last_words_of_one_worker_restart_python_once"),
    _fault("sealed-frame.js", "isFromPort(data));\n      port1", "isFromFrame(data));\n      port1", "browser/forgery::false_messages_on_the_port_are_text_or_dropped"),
    _fault("protocol.js", " && /^[a-z0-9# -]*$/.test(item.style)", "", "browser/forgery::false_output_is_text_or_dropped"),
    _fault("protocol.js", " && /^[A-Za-z0-9+/]+={0,2}$/.test(item.png)", "", "browser/forgery::false_output_is_text_or_dropped"),
    _fault("protocol.js", "isText(message.prompt, LONGEST_PROMPT)", "true", "browser/forgery::a_false_question_is_text_or_dropped"),
    _fault("frame.js", "entry === present && send(", "send(", "browser/limits::two_last_words_of_one_worker_restart_python_once", "browser/limits::a_worker_that_was_replaced_is_gone"),
    _fault("frame.js", "present?.worker?.terminate();", "", "browser/limits::a_worker_that_was_replaced_is_gone"),
    _fault("frame.js", "stop(message) {\n    drop(message.id);", "stop(message) {", "browser/stop::stop_interrupts_without_losing_python"),
    _fault("frame.js", "present = spare && !spare.fault ? spare : launch();", "present = launch();", "browser/stop::after_a_stop_another_worker_waits_to_take_over"),
    _fault("worker.js", "if (current !== null) return port.postMessage({ type: \"answer\", id, payload: \"null\" });", "", "browser/figure_busy::a_touch_at_the_moment_of_run_loses_neither"),
    _fault("worker.js", "const MOST_MEMORY = 512 * 1024 ** 2;", "const MOST_MEMORY = 5120 * 1024 ** 2;", "browser/limits::what_takes_too_much_memory_is_said_in_words_and_python_lives_on"),
    _fault("worker.js", "if (errors) output?.write(\"err\", errors);", "", "browser/terminal::the_machine_s_own_words_arrive"),
    _fault("worker.js", "if (packages.length && (await need(id, packages))) await load(packages);", "", "browser/output::a_plot_is_a_picture_and_matplotlib_comes_only_when_it_is_wanted"),
    _fault("worker.js", "held?.reject(new Stopped());", "", "browser/hammering::stop_while_matplotlib_is_fetched"),
    _fault("interrupts.js", "return this.#isFirst() || this.#isSecond(now) ? 2 : 0;", "return this.#isFirst() ? 2 : 0;", "browser/stop::stop_interrupts_without_losing_python"),
    _fault("interrupts.js", "|| isAlive(this.#lifeline)) return false;\n    this.#cut();", "|| isAlive(this.#lifeline)) return false;", "browser/stop::what_cleans_up_is_interrupted_once"),
    _fault("worker.js", "missed: (cancelled) => waits.stop() || ", "missed: (cancelled) => ", "browser/waiting::an_interrupt_that_meets_other_code_ends_what_the_run_waits_for"),
    _fault("interrupts.js", "return request.status === 200;", "return true;", "browser/stop::stop_interrupts_without_losing_python"),
    _fault("waits.js", "for (const end of [...ends, ...left]) end();", "", "browser/waiting::stop_ends_a_question"),
    _fault("waits.js", "const asked = this.#asked.then(() => this.#ask(prompt));", "const asked = this.#ask(prompt);", "browser/waiting::two_questions_at_once_come_one_after_the_other"),
    # Fetching and starting
    _fault("download.js", "return hex(await crypto.subtle.digest(\"SHA-256\", bytes)) === sha256;", "return true;", "unit/download"),
    _fault("download.js", "if (length < file.bytes) throw", "if (false) throw", "unit/download"),
    _fault("download.js", "if (!response.ok) throw new DownloadError(`${file.name}", "if (false) throw new DownloadError(`${file.name}", "unit/download"),
    _fault("download.js", "if (text.trimStart().startsWith(\"<\")) throw", "if (false) throw", "browser/faults::a_file_that_does_not_come_right_is_named_and_python_does_not_start"),
    _fault("download.js", "onProgress(all);", "onProgress(bytes);", "unit/download"),
    _fault("download.js", "    abort();\n    throw error;", "    throw error;", "unit/download"),
    _fault("starts.js", "if (i === starts.length - 1 || !isOwn) throw error;", "throw error;", "unit/starts"),
    _fault("starts.js", "if (i === starts.length - 1 || !isOwn) throw error;", "if (i === starts.length - 1) throw error;", "unit/starts"),
    _fault("starts.js", "document.documentElement.dataset.pythonStart = entry.name;", "document.documentElement.dataset.pythonStart = starts[0].name;", "unit/starts"),
    # Figures
    _fault("kino-figure.js", "if (this.#isDrawing) return;", "", "browser/figure_busy::a_burst_of_changes_leaves_no_queue"),
    _fault("kino-figure.js", "const frame = isLive ? null : this.#film?.frame(state);", "const frame = this.#film?.frame(state);", "browser/figure::values_are_numpys_own_after_turning"),
    _fault("kino-figure.js", "if (!this.#isTouched || this.#isPlaced || this.#isDrawing) return;", "if (this.#isPlaced || this.#isDrawing) return;", "browser/limits::no_figure_speaks_that_nobody_touched"),
    _fault("kino-figure.js", "clearTimeout(this.#announceTimer);", "", "browser/figure::a_settled_change_is_announced_once"),
    _fault("kino-figure.js", "input.setAttribute(\"aria-valuetext\", value);", "", "browser/figure::values_are_numpys_own_after_turning"),
    _fault("kino-figure.js", "    delete this.dataset.pending;\n", "", "browser/predict::a_figure_that_was_moved_otherwise_is_turned_all_the_same"),
    _fault("kino-figure.js", "this.#controls.get(name)?.accepts(value));", "this.#controls.has(name));", "browser/links::a_link_to_what_is_not_there_is_named_and_nothing_of_it_is_used"),
    _fault("kino-figure.js", "this.#isTooSlow = live.isTooSlow || this.#isLost;", "this.#isTooSlow = false;", "browser/forgery::a_port_that_a_cell_has_closed_is_replaced"),
    _fault("kino-figure.js", "if (driver !== this.#driver) return; //", "//", "browser/driving::put_back_brings_the_lessons_own_again_and_a_run_the_readers"),
    _fault("kino-figure.js", "    this.#isPlaced = true;\n    this.#put(state);", "    this.#put(state);", "browser/predict::by_keys_alone"),
    _fault("controls.js", "if (isUp && value >= high) input.value = low + step;", "if (isUp && value >= high) input.value = low;", "browser/figure::the_angle_goes_round_at_half_a_turn"),
    _fault("grip.js", "drag.isTurn ? turned(values[name] + offset) : values[name] + offset", "values[name] + offset", "browser/hand::a_drag_goes_round_past_half_a_turn"),
    _fault("grip.js", "if (event.pointerType === \"touch\" && !isGrip) return;", "", "browser/hand::a_finger_on_the_dial_scrolls_the_page"),
    _fault("film.js", "if (i < 0 || !isSame(others, state)) return null;", "if (i < 0) return null;", "browser/figure_busy::the_figure_follows_while_a_cell_runs_and_the_last_state_wins"),
    _fault("markup.js", "return name.startsWith(\"data-\") || !/url\\s*\\(|\\\\/i.test(value);", "return true;", "browser/forgery::markup_of_a_live_picture_is_stripped"),
    _fault("markup.js", "\"div p span strong", "\"img div p span strong", "browser/forgery::markup_of_a_live_picture_is_stripped"),
    _fault("figure-note.js", "if (isPending) return PENDING[state]?.(failure) ?? \"\";", "", "browser/links::what_is_not_on_film_waits_for_python_and_says_so"),
    # Cells
    _fault("kino-cell.js", "if (this.#run || !this.#python) return null;", "if (!this.#python) return null;", "browser/cell::a_double_click_on_run_runs_once"),
    _fault("kino-cell.js", "number === this.#number && this.#output.add(items)", "this.#output.add(items)", "browser/terminal::a_task_that_is_left_behind_speaks_in_its_own_cell"),
    _fault("kino-cell.js", "if (own && this.code === this.#ran) this.#showLine(own, false);", "if (own) this.#showLine(own, false);", "browser/limits::a_line_is_not_marked_in_code_that_has_changed"),
    _fault("kino-cell.js", "if (this.#run || this.code !== this.#ran) return false;", "", "browser/explain::a_fix_is_for_the_code_that_ran_and_no_other"),
    _fault("kino-cell.js", "  reset() {\n    this.stop();", "  reset() {", "browser/cell::reset_stops_what_runs"),
    _fault("kino-cell.js", "    if (code === this.#starter) this.#output.restore();\n    else ", "    ", "browser/kept::what_was_put_out_by_the_starter_is_not_shown_with_other_code"),
    _fault("cell-output.js", "this.#area.insertBefore(fresh, place);", "this.#area.append(fresh);", "browser/input::output_that_comes_meanwhile_stands_before_the_question"),
    _fault("cell-output.js", "if (isAtEnd) area.scrollTop = area.scrollHeight;", "", "browser/output::what_is_newest_stays_in_sight"),
    # What a run puts out
    _fault("output.js", "const HEAD_CHARS = 20_000;", "const HEAD_CHARS = 200_000;", "unit/output"),
    _fault("output.js", "const HEAD_LINES = 400;", "const HEAD_LINES = 401;", "unit/output"),
    _fault("output.js", "return isPair(text, most) ? most - 1 : most;", "return most;", "unit/output"),
    _fault("output.js", "if (this.#isValue !== (kind === \"value\")) this.#terminal.spill();", "", "unit/output"),
    _fault("output.js", "if (this.#images <= MOST_IMAGES)", "if (this.#images <= MOST_IMAGES + 5)", "unit/output"),
    _fault("tail.js", "this.cutLines += countLines(cut);", "this.cutLines = countLines(cut);", "unit/output"),
    _fault("tail.js", "(text.charCodeAt(i) & 0xfc00) === 0xd800", "(text.charCodeAt(i) & 0xf800) === 0xd800", "unit/output"),
    _fault("terminal.js", "if (control === \"\\r\") this.#column = 0;", "if (control === \"\\r\") this.#column = 1;", "unit/terminal"),
    _fault("terminal.js", "slice(this.#line, after, this.#length)", "slice(this.#line, after + 1, this.#length)", "unit/terminal"),
    _fault("sgr.js", "else if (code === 39) delete after.fg;", "else if (code === 39) ;", "unit/terminal"),
    _fault("sgr.js", "ofPalette(n < 8 ? 30 + n : 82 + n)", "ofPalette(n < 8 ? 30 + n : 30 + n)", "unit/terminal"),
    # Exercises and predictions
    _fault("exercise.js", "if (number > (this.#kept?.hints ?? 0)) this.#keep", "this.#keep", "browser/exercise::hints_are_given_one_at_a_time_and_stay_given"),
    _fault("exercise.js", "const isOpen = passed || solution;", "const isOpen = solution;", "browser/exercise::after_a_pass_the_solution_is_shown_at_once"),
    _fault("exercise.js", "    this.#shown.hidden = !isOpen;\n", "    this.#shown.hidden = false;\n", "browser/exercise::a_solution_is_shown_when_it_is_asked_for_twice_and_beside_the_readers_code"),
    _fault("exercise.js", "this.#keep({ passed: true });", "", "browser/exercise::passed_is_kept_over_reload_reset_and_undo_and_told_to_other_tabs"),
    _fault("exercise.js", "if (passed) {", "if (passed || !words) {", "browser/exercise::an_error_that_the_check_calls_forth_is_shown_with_the_readers_line_and_the_call"),
    _fault("exercise.js", "    event.preventDefault();\n", "", "browser/exercise::a_solution_is_shown_when_it_is_asked_for_twice_and_beside_the_readers_code"),
    _fault("predictions.js", "store.addEventListener(\"change\", ({ detail }) => byPlace.get(detail.place)?.follow(detail.record));", "", "browser/predict::another_tab_follows"),
    _fault("predictions.js", "if (byPlace.has(detail.place)) byPlace.get(detail.place).problem = store.problem;", "", "browser/predict::where_nothing_is_kept_it_says_so_and_works"),
    _fault("predictions.js", "if (persisted && store.get(place)) one.follow(store.get(place));", "one.follow(null);", "browser/predict::guess_and_answer_survive_a_reload_and_back"),
    _fault("kino-predict.js", "version === this.dataset.version && this.#guess.accepts(guess)", "this.#guess.accepts(guess)", "browser/predict::what_is_kept_of_something_else_is_left_out"),
    _fault("kino-predict.js", "detail > 1 || this.#rethink()", "this.#rethink()", "browser/predict::a_double_click_on_reveal_reveals"),
    _fault("kino-predict.js", "const values = await this.#figure.recorded(this.#state);", "const values = this.#figure.values;", "browser/predict::not_a_byte_of_python_is_asked_for"),
    _fault("kino-predict.js", "words === \"1.00\" || words === \"0.00\"", "words === \"1.00\"", "browser/predict::by_keys_alone"),
    _fault("verdict.js", "const NEAR = 5;", "const NEAR = 4;", "unit/verdict"),
    _fault("verdict.js", "return labels.length === 1 ? labels[0] : null;", "return labels[0];", "unit/verdict"),
    # Cells that drive figures, and variables
    _fault("drives.js", "if (drives === undefined) return;", "", "browser/driving::code_that_was_only_typed_does_not_drive"),
    _fault("drives.js", "if (!figure) continue;", "if (figure) continue;", "browser/driving::the_readers_function_draws_and_every_turn_is_its_own"),
    _fault("driving.js", "if (!number && cell === this.#cell) this.#end(", "if (false) this.#end(", "browser/driving::a_cell_without_the_function_gives_the_figure_back"),
    _fault("driving.js", "if (this.#isSlow && this.#isHeld)", "if (this.#isSlow && false)", "browser/driving::slow_code_draws_when_the_reader_lets_go"),
    _fault("driving.js", "if (cell === this.#cell) this.#end(\"\");", "", "browser/driving::code_that_was_only_typed_does_not_drive"),
    _fault("variables.js", "if (!listed) return this.#waiting.add(cell);", "if (!listed) return;", "browser/variables::runs_that_follow_each_other_are_all_listed"),
    _fault("variables.js", "for (const list of this.#lists.values()) list.refresh();", "", "browser/variables::it_shows_what_there_is_now"),
    _fault("variables.js", "document.addEventListener(\"kino-reset\", ({ target }) => this.#drop(target));", "", "browser/variables::there_is_no_line_for_nothing_and_none_after_reset_or_a_restart"),
    # What readers keep
    _fault("store.js", "else this.#unkept.delete(place);", "", "browser/kept::storage_that_is_full_is_said_once_and_what_was_kept_stays"),
    _fault("store.js", "if (this.#seen.size) this.#emptied();", "", "browser/kept::storage_that_another_tab_empties_leaves_the_page_as_it_is"),
    _fault("store.js", "    if (this.problem) return;\n", "", "browser/kept::storage_that_is_blocked_is_said_once_and_all_else_works"),
    _fault("store.js", "this.#prefix = `kino:${site}#`;", "this.#prefix = `kino:#`;", "browser/kept::courses_of_one_origin_do_not_mix"),
    _fault("record.js", "code === starter.text ? null : { ...from, code }", "{ ...from, code }", "unit/record"),
    _fault("record.js", "return record(kept, kept.before, kept.edit, \"undo\");", "return record(kept, kept.before);", "unit/record"),
    _fault("record.js", "kept.edit.code !== starter.text && kept.edit.starter !== starter.version", "kept.edit.starter !== starter.version", "unit/record"),
    _fault("keeper.js", "this.#isFollowing || this.#put(", "this.#put(", "browser/kept::reset_can_be_undone_at_once_and_after_a_reload"),
    _fault("keeper.js", "addEventListener(\"pageshow\", catchUp);", "", "browser/kept::the_back_forward_cache_shows_what_was_typed_meanwhile"),
    _fault("keeper.js", "if (isOurs) this.#cell.restore(code);\n      else ", "", "browser/kept::what_was_put_out_by_the_starter_is_not_shown_with_other_code"),
    _fault("work-file.js", "const fence = \"`\".repeat(longest + 1);", "const fence = \"```\";", "unit/work_file"),
    _fault("work-file.js", "if (end < 0) throw", "if (false) throw", "unit/work_file"),
    _fault("my-work.js", "if (!belongs({ title, edits }, this.#course.title, await this.lessons())) {", "if (false) {", "browser/my_work::a_wrong_file_is_refused_and_changes_nothing"),
    _fault("my-work.js", "undo: changed.length ? () => this.#put(before, changed) : null", "undo: null", "browser/my_work::loading_can_be_undone_as_a_whole"),
    # Links
    _fault("link.js", "if (link?.v !== 1) throw", "if (false) throw", "unit/link_form"),
    _fault("link.js", "if (size > limit) {", "if (false) {", "unit/link_form"),
    _fault("opened.js", "if (!fits(link, parts)) return sayProblem(FOREIGN);", "", "browser/links::a_link_to_what_is_not_there_is_named_and_nothing_of_it_is_used"),
    _fault("opened.js", "if (use) keeper.use(code, \"link\");", "keeper.use(code, \"link\");", "browser/links::the_reader_s_own_edit_stays_until_the_choice_and_comes_back"),
    _fault("opened.js", "parts.figures.get(id).place(state)", "parts.figures.get(id).state = state", "browser/links::a_link_of_a_figure_carries_its_controls_and_wakes_nothing"),
    _fault("share.js", "if (link.length > LONGEST) {", "if (false) {", "browser/links::too_long_for_a_link_is_a_file"),
    _fault("static-code.js", "return this.#pre.textContent.replace(/\\n$/, \"\");", "return this.#pre.textContent;", "browser/kept::the_edit_is_in_the_page_before_its_reader_could_type"),
    _fault("intent.js", "if (isPointed || !(movementX || movementY)) return;", "if (isPointed) return;", "browser/asleep::a_pointer_that_passes_and_a_page_that_is_scrolled_under_it_mean_nothing"),
)
# fmt: on
