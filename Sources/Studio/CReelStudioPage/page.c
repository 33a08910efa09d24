// Written by scripts/studio-page.sh: the files of Sources/Studio/ReelStudio/Page, as bytes.
#include "page.h"

// Clang has #embed in every language mode, and says that it is new.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_api_js[] = {
#embed "../ReelStudio/Page/api.js"
};

static const unsigned char file_base_css[] = {
#embed "../ReelStudio/Page/base.css"
};

static const unsigned char file_begin_js[] = {
#embed "../ReelStudio/Page/begin.js"
};

static const unsigned char file_classroom_js[] = {
#embed "../ReelStudio/Page/classroom.js"
};

static const unsigned char file_cues_js[] = {
#embed "../ReelStudio/Page/cues.js"
};

static const unsigned char file_dom_js[] = {
#embed "../ReelStudio/Page/dom.js"
};

static const unsigned char file_film_dialog_js[] = {
#embed "../ReelStudio/Page/film-dialog.js"
};

static const unsigned char file_films_view_js[] = {
#embed "../ReelStudio/Page/films-view.js"
};

static const unsigned char file_films_js[] = {
#embed "../ReelStudio/Page/films.js"
};

static const unsigned char file_icon_svg[] = {
#embed "../ReelStudio/Page/icon.svg"
};

static const unsigned char file_index_html[] = {
#embed "../ReelStudio/Page/index.html"
};

static const unsigned char file_ink_canvas_js[] = {
#embed "../ReelStudio/Page/ink-canvas.js"
};

static const unsigned char file_ink_drawing_js[] = {
#embed "../ReelStudio/Page/ink-drawing.js"
};

static const unsigned char file_ink_journal_js[] = {
#embed "../ReelStudio/Page/ink-journal.js"
};

static const unsigned char file_ink_link_js[] = {
#embed "../ReelStudio/Page/ink-link.js"
};

static const unsigned char file_ink_pointers_js[] = {
#embed "../ReelStudio/Page/ink-pointers.js"
};

static const unsigned char file_keyboard_pen_js[] = {
#embed "../ReelStudio/Page/keyboard-pen.js"
};

static const unsigned char file_lesson_js[] = {
#embed "../ReelStudio/Page/lesson.js"
};

static const unsigned char file_live_js[] = {
#embed "../ReelStudio/Page/live.js"
};

static const unsigned char file_main_js[] = {
#embed "../ReelStudio/Page/main.js"
};

static const unsigned char file_picture_view_js[] = {
#embed "../ReelStudio/Page/picture-view.js"
};

static const unsigned char file_praise_js[] = {
#embed "../ReelStudio/Page/praise.js"
};

static const unsigned char file_pupil_js[] = {
#embed "../ReelStudio/Page/pupil.js"
};

static const unsigned char file_sentences_de_js[] = {
#embed "../ReelStudio/Page/sentences-de.js"
};

static const unsigned char file_sessions_js[] = {
#embed "../ReelStudio/Page/sessions.js"
};

static const unsigned char file_settings_js[] = {
#embed "../ReelStudio/Page/settings.js"
};

static const unsigned char file_sheet_css[] = {
#embed "../ReelStudio/Page/sheet.css"
};

static const unsigned char file_sheet_js[] = {
#embed "../ReelStudio/Page/sheet.js"
};

static const unsigned char file_shell_css[] = {
#embed "../ReelStudio/Page/shell.css"
};

static const unsigned char file_snowflake_js[] = {
#embed "../ReelStudio/Page/snowflake.js"
};

static const unsigned char file_story_editor_js[] = {
#embed "../ReelStudio/Page/story-editor.js"
};

static const unsigned char file_storyboard_js[] = {
#embed "../ReelStudio/Page/storyboard.js"
};

static const unsigned char file_trace_js[] = {
#embed "../ReelStudio/Page/trace.js"
};

static const unsigned char file_trash_js[] = {
#embed "../ReelStudio/Page/trash.js"
};

static const unsigned char file_views_css[] = {
#embed "../ReelStudio/Page/views.css"
};

static const unsigned char file_wall_js[] = {
#embed "../ReelStudio/Page/wall.js"
};

static const unsigned char file_words_ar_js[] = {
#embed "../ReelStudio/Page/words-ar.js"
};

static const unsigned char file_words_de_js[] = {
#embed "../ReelStudio/Page/words-de.js"
};

static const unsigned char file_words_en_js[] = {
#embed "../ReelStudio/Page/words-en.js"
};

static const unsigned char file_words_es_js[] = {
#embed "../ReelStudio/Page/words-es.js"
};

static const unsigned char file_words_fr_js[] = {
#embed "../ReelStudio/Page/words-fr.js"
};

static const unsigned char file_words_tr_js[] = {
#embed "../ReelStudio/Page/words-tr.js"
};

static const unsigned char file_words_js[] = {
#embed "../ReelStudio/Page/words.js"
};

static const unsigned char file_worksheet_js[] = {
#embed "../ReelStudio/Page/worksheet.js"
};

static const struct reel_studio_page_file files[] = {
    {"api.js", file_api_js, sizeof file_api_js},
    {"base.css", file_base_css, sizeof file_base_css},
    {"begin.js", file_begin_js, sizeof file_begin_js},
    {"classroom.js", file_classroom_js, sizeof file_classroom_js},
    {"cues.js", file_cues_js, sizeof file_cues_js},
    {"dom.js", file_dom_js, sizeof file_dom_js},
    {"film-dialog.js", file_film_dialog_js, sizeof file_film_dialog_js},
    {"films-view.js", file_films_view_js, sizeof file_films_view_js},
    {"films.js", file_films_js, sizeof file_films_js},
    {"icon.svg", file_icon_svg, sizeof file_icon_svg},
    {"index.html", file_index_html, sizeof file_index_html},
    {"ink-canvas.js", file_ink_canvas_js, sizeof file_ink_canvas_js},
    {"ink-drawing.js", file_ink_drawing_js, sizeof file_ink_drawing_js},
    {"ink-journal.js", file_ink_journal_js, sizeof file_ink_journal_js},
    {"ink-link.js", file_ink_link_js, sizeof file_ink_link_js},
    {"ink-pointers.js", file_ink_pointers_js, sizeof file_ink_pointers_js},
    {"keyboard-pen.js", file_keyboard_pen_js, sizeof file_keyboard_pen_js},
    {"lesson.js", file_lesson_js, sizeof file_lesson_js},
    {"live.js", file_live_js, sizeof file_live_js},
    {"main.js", file_main_js, sizeof file_main_js},
    {"picture-view.js", file_picture_view_js, sizeof file_picture_view_js},
    {"praise.js", file_praise_js, sizeof file_praise_js},
    {"pupil.js", file_pupil_js, sizeof file_pupil_js},
    {"sentences-de.js", file_sentences_de_js, sizeof file_sentences_de_js},
    {"sessions.js", file_sessions_js, sizeof file_sessions_js},
    {"settings.js", file_settings_js, sizeof file_settings_js},
    {"sheet.css", file_sheet_css, sizeof file_sheet_css},
    {"sheet.js", file_sheet_js, sizeof file_sheet_js},
    {"shell.css", file_shell_css, sizeof file_shell_css},
    {"snowflake.js", file_snowflake_js, sizeof file_snowflake_js},
    {"story-editor.js", file_story_editor_js, sizeof file_story_editor_js},
    {"storyboard.js", file_storyboard_js, sizeof file_storyboard_js},
    {"trace.js", file_trace_js, sizeof file_trace_js},
    {"trash.js", file_trash_js, sizeof file_trash_js},
    {"views.css", file_views_css, sizeof file_views_css},
    {"wall.js", file_wall_js, sizeof file_wall_js},
    {"words-ar.js", file_words_ar_js, sizeof file_words_ar_js},
    {"words-de.js", file_words_de_js, sizeof file_words_de_js},
    {"words-en.js", file_words_en_js, sizeof file_words_en_js},
    {"words-es.js", file_words_es_js, sizeof file_words_es_js},
    {"words-fr.js", file_words_fr_js, sizeof file_words_fr_js},
    {"words-tr.js", file_words_tr_js, sizeof file_words_tr_js},
    {"words.js", file_words_js, sizeof file_words_js},
    {"worksheet.js", file_worksheet_js, sizeof file_worksheet_js},
};

const struct reel_studio_page_file *reel_studio_page_file(int index) {
    return index >= 0 && index < (int)(sizeof files / sizeof *files) ? &files[index] : 0;
}
