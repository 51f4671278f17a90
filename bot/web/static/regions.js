// Puts the answers that have a place in a picture there, as buttons in the shape of their region.

const corners = (outline) => outline.split(" ").map((point) => point.split(",").map(Number));

export function placeAnswers(main, stages, aim) {
  const boxes = [];
  for (const answer of main.querySelectorAll("[data-outline]")) {
    const stage = stages.get(answer.dataset.on);
    if (!stage) continue;
    const width = Number(stage.image.getAttribute("width"));
    const height = Number(stage.image.getAttribute("height"));
    const points = corners(answer.dataset.outline);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    const button = answer.matches("button") ? answer : piece(answer);
    const label = answer.querySelector(".label")?.textContent ?? answer.textContent;
    button.setAttribute("aria-label", label);
    button.classList.remove("answer", "main", "side");
    button.classList.add("region");
    Object.assign(button.style, {
      left: `${100 * box.left / width}%`,
      top: `${100 * box.top / height}%`,
      width: `${100 * (box.right - box.left) / width}%`,
      height: `${100 * (box.bottom - box.top) / height}%`,
      clipPath: `polygon(${points.map(([x, y]) => `${100 * (x - box.left) / (box.right - box.left)}% ${100 * (y - box.top) / (box.bottom - box.top)}%`).join(",")})`,
    });
    button.replaceChildren();
    stage.sheet.setAttribute("role", "group");
    stage.sheet.setAttribute("aria-labelledby", "question");
    stage.sheet.append(button);
    button.addEventListener("click", (event) => {
      if (!stage.isReachable(button, event)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    });
    button.addEventListener("focus", () => stage.reveal(button));
    for (const shown of ["pointerenter", "focus"]) button.addEventListener(shown, () => aim(stage, button, label));
    for (const hidden of ["pointerleave", "blur"]) button.addEventListener(hidden, () => aim(stage, null));
    boxes.push({ stage, left: box.left / width, right: box.right / width, top: box.top / height, bottom: box.bottom / height });
  }
  return boxes;
}

// A piece among several is a check box; its region toggles it.
function piece(label) {
  const box = label.querySelector("input");
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("role", "checkbox");
  const show = () => button.setAttribute("aria-checked", String(box.checked));
  button.addEventListener("click", () => { box.checked = !box.checked; show(); });
  box.addEventListener("change", show);
  show();
  return button;
}
