# Files that the library carries: the page of a report (web/dist/report.html), and the font of pictures.
include(${CMAKE_CURRENT_LIST_DIR}/carry.cmake)

find_file(MERCER_FONT OpenSans-Regular.ttf PATHS /usr/share/fonts /usr/local/share/fonts
  PATH_SUFFIXES truetype/open-sans open-sans TTF REQUIRED)
mercer_carry(mercer ${CMAKE_CURRENT_SOURCE_DIR}/web/dist/report.html page_template)
mercer_carry(mercer ${MERCER_FONT} font_file)
