// A picture that can be zoomed and moved: pinch, drag, wheel, double tap, and buttons. Answers lie on it.

const MAX_SCALE = 6;
export const TAP_PX = 44;
const DRAG_PX = 8;

export class Stage {
  constructor(root, words) {
    this.root = root;
    this.sheet = root.querySelector(".sheet");
    this.image = root.querySelector("img");
    this.view = { scale: 1, x: 0, y: 0 };
    this.pointers = new Map();
    this.moved = false;
    this.addButtons(words);
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(end, (event) => this.up(event));
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    root.addEventListener("dblclick", (event) => event.target.closest("button") ?? this.zoomAt(event.clientX, event.clientY, this.view.scale > 1 ? 0 : 2.5));
    root.addEventListener("click", (event) => { if (this.moved) { event.preventDefault(); event.stopPropagation(); } }, true);
    this.fit();
    new ResizeObserver(() => this.fit()).observe(root);
  }

  // The sheet fills the stage's width, or its height if the stage is lower than the picture.
  fit() {
    this.sheet.style.width = "";
    const ratio = this.image.getAttribute("height") / this.image.getAttribute("width");
    const room = { width: this.root.clientWidth, height: this.root.clientHeight };
    const width = Math.min(room.width, room.height / ratio);
    this.sheet.style.width = `${width}px`;
    this.size = { width, height: width * ratio };
    this.apply();
  }

  apply() {
    const view = this.view;
    view.scale = Math.min(MAX_SCALE, Math.max(1, view.scale));
    const room = { width: this.root.clientWidth, height: this.root.clientHeight };
    for (const [axis, side] of [["x", "width"], ["y", "height"]]) {
      const least = room[side] - this.size[side] * view.scale;
      const still = least >= 0;
      view[axis] = still ? least / 2 : Math.min(0, Math.max(least, view[axis]));
    }
    this.sheet.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    this.root.classList.toggle("zoomed", view.scale > 1.01);
    this.root.dispatchEvent(new CustomEvent("view"));
  }

  // Scale around a point of the screen. A scale of 0 shows the whole picture.
  zoomAt(clientX, clientY, scale) {
    const room = this.root.getBoundingClientRect();
    const [x, y] = [clientX - room.left, clientY - room.top];
    const next = Math.min(MAX_SCALE, Math.max(1, scale || 1));
    const share = next / this.view.scale;
    this.view = { scale: next, x: x - (x - this.view.x) * share, y: y - (y - this.view.y) * share };
    this.apply();
  }

  // Show a part of the picture, in shares of its size.
  show({ left, top, right, bottom }, most = MAX_SCALE) {
    const room = this.root.getBoundingClientRect();
    const across = (right - left) * this.size.width;
    const down = (bottom - top) * this.size.height;
    const scale = Math.min(most, Math.max(1, Math.min(room.width / across, room.height / down)));
    this.view = {
      scale,
      x: room.width / 2 - scale * this.size.width * (left + right) / 2,
      y: room.height / 2 - scale * this.size.height * (top + bottom) / 2,
    };
    this.apply();
  }

  // True if a finger can hit the element at this zoom. Otherwise zooms in on it.
  isReachable(element, event) {
    if (event.pointerType === "mouse" || event.detail === 0) return true;
    const box = element.getBoundingClientRect();
    const least = Math.min(box.width, box.height);
    if (least >= TAP_PX - 1 || this.view.scale >= MAX_SCALE) return true;
    this.zoomAt(box.left + box.width / 2, box.top + box.height / 2, this.view.scale * Math.max(1.8, TAP_PX / least));
    return false;
  }

  // Move the picture so that an element is in view.
  reveal(element) {
    const [room, box] = [this.root.getBoundingClientRect(), element.getBoundingClientRect()];
    if (box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom) return;
    this.view.x += room.left + room.width / 2 - (box.left + box.width / 2);
    this.view.y += room.top + room.height / 2 - (box.top + box.height / 2);
    this.apply();
  }

  addButtons(words) {
    const box = document.createElement("div");
    box.className = "zoom";
    for (const [sign, label, change] of [["+", words.zoomIn, 1.6], ["−", words.zoomOut, 1 / 1.6]]) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: sign });
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => {
        const room = this.root.getBoundingClientRect();
        this.zoomAt(room.left + room.width / 2, room.top + room.height / 2, this.view.scale * change);
      });
      box.append(button);
    }
    this.root.after(box);
  }

  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = { x: event.clientX, y: event.clientY };
    this.moved = false;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.pointers.set(event.pointerId, now);
    if (others.length === 1) {
      const [other] = others;
      const spread = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.moved = true;
      this.view.x += (now.x - before.x) / 2;
      this.view.y += (now.y - before.y) / 2;
      this.zoomAt((now.x + other.x) / 2, (now.y + other.y) / 2, this.view.scale * spread);
    } else if (this.view.scale > 1.01 && (this.moved || Math.hypot(now.x - this.start.x, now.y - this.start.y) > DRAG_PX)) {
      this.moved = true;
      this.root.classList.add("dragging");
      this.view.x += now.x - before.x;
      this.view.y += now.y - before.y;
      this.apply();
    }
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.root.classList.remove("dragging");
  }

  wheel(event) {
    if (!event.ctrlKey && this.view.scale <= 1.01 && event.deltaY > 0) return;
    if (!event.ctrlKey && this.view.scale <= 1.01 && !this.root.matches(":hover")) return;
    event.preventDefault();
    this.zoomAt(event.clientX, event.clientY, this.view.scale * Math.exp(-event.deltaY / 400));
  }
}

export const stagesOf = (main, words) =>
  new Map([...main.querySelectorAll(".stage")].map((root) => [root.dataset.name, new Stage(root, words)]));
