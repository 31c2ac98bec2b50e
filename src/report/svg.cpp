#include "report/svg.hpp"

namespace mercer {
namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }  // UTF-8

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return escaped;
}

double text_width(std::string_view text, double font_size) {
  double characters = 0;
  for (char c : text) characters += starts_character(c);
  return 0.56 * font_size * characters;
}

std::string fit_text(std::string_view text, double font_size, double width) {
  if (text_width(text, font_size) <= width) return std::string(text);
  while (!text.empty() && text_width(text, font_size) + font_size > width) {
    while (!starts_character(text.back())) text.remove_suffix(1);
    text.remove_suffix(1);
  }
  return std::string(text) + "\u2026";
}

void Svg::text(double x, double y, std::string_view words, const TextStyle& style) {
  add("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\"", x, y, style.size,
      style.fill, style.anchor);
  if (style.bold) add(" font-weight=\"600\"");
  if (style.turned != 0) add(" transform=\"rotate({} {:.1f} {:.1f})\"", style.turned, x, y);
  add(">{}", escape_xml(words));
  if (!style.aside.empty())
    add("<tspan dx=\"{}\" fill=\"{}\">{}</tspan>", aside_gap, aside_fill, escape_xml(style.aside));
  add("</text>\n");
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view stroke) {
  add("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2, y2, stroke);
}

void Svg::frame(double x, double y, double width, double height, std::string_view stroke) {
  add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\"/>\n", x,
      y, width, height, stroke);
}

void Svg::begin_markers(const MarkerStyle& style) {
  add("<g fill=\"{}\"", style.fill);
  if (style.opacity < 1) add(" fill-opacity=\"{:.2f}\"", style.opacity);
  if (style.rim) add(" stroke=\"#fff\" stroke-width=\"{}\"", rim_width);
  add(">");
  if (!style.title.empty()) add("<title>{}</title>", escape_xml(style.title));
  add("\n");
}
void Svg::end_markers() { add("</g>\n"); }

void Svg::marker(Marker marker, double x, double y, double radius) {
  const double s = square_share * radius, t = pointed_share * radius;
  switch (marker) {
    case Marker::circle:
      add(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>)", x, y, radius);
      break;
    case Marker::square:
      add(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)", x - s, y - s, 2 * s, 2 * s);
      break;
    case Marker::triangle:
      add(R"(<path d="M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z"/>)", x, y - t, t, 1.75 * t, -2 * t);
      break;
    case Marker::diamond:
      add(R"(<path d="M{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}z"/>)", x, y - t, t, t, -t, t,
          -t, -t);
      break;
  }
  body_ += '\n';
}

std::string Svg::finish(double width, double height, std::string_view title) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" role=\"img\" font-family=\"system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, "
      "sans-serif\">\n<title>{2}</title>\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" rx=\"8\" "
      "fill=\"#fff\"/>\n{3}</svg>\n",
      width, height, escape_xml(title), body_);
}

}  // namespace mercer
