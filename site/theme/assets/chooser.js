// "Which method?": buttons for what is true of the data; answers that don't fit are hidden. The page marks an answer
// by a comment, `<!-- if: round -->`, before its heading. Without this script it shows all answers.
const chooser = document.querySelector(".chooser");

function condition(heading) {
  let before = heading.previousSibling;
  while (before && before.nodeType === Node.TEXT_NODE) before = before.previousSibling;
  const marked = before?.nodeType === Node.COMMENT_NODE && before.data.match(/if: (.*\S)/);
  return marked ? marked[1] : null;
}

function answer(heading) {
  const parts = [heading];
  for (let next = heading.nextElementSibling; next && !/^H[23]$/.test(next.tagName); next = next.nextElementSibling)
    parts.push(next);
  return { condition: condition(heading), parts };
}

if (chooser) {
  const answers = [...document.querySelectorAll(".md-content h3")].map(answer).filter((a) => a.condition);
  const titles = document.querySelectorAll(".md-content h2");
  chooser.innerHTML = "<p>What do you have, or what do you want? Choose one or more.</p>" + answers
    .map((a) => `<label><input type="checkbox" value="${a.condition}"> ${a.condition}</label>`).join("");
  chooser.addEventListener("change", () => {
    const chosen = new Set([...chooser.querySelectorAll("input:checked")].map((box) => box.value));
    for (const { condition, parts } of answers)
      for (const part of parts) part.hidden = chosen.size > 0 && !chosen.has(condition);
    for (const title of titles) title.hidden = chosen.size > 0;
    for (const label of chooser.querySelectorAll("label"))
      label.classList.toggle("chosen", label.querySelector("input").checked);
  });
}
