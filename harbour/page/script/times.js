// Dates and times as a person reads them: the harbour's clock, the person's zone and language.

let offset = 0;

/** The harbour's clock may be ahead of the wall clock. */
export const setOffset = (seconds) => { offset = seconds * 1000; };
export const now = () => Date.now() + offset;

const DAY = 86_400_000;
const formats = new Map();

function formatter(reader, options) {
  const key = JSON.stringify([reader.locale, reader.timezone, options]);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(reader.locale, { timeZone: reader.timezone, ...options }));
  return formats.get(key);
}

const show = (reader, date, options) => formatter(reader, options).format(date);

/** The calendar day in the reader's zone, comparable as text. */
export const dayOf = (reader, date) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: reader.timezone, dateStyle: "short" }).format(date);

export const timeOf = (reader, date) => show(reader, date, { timeStyle: "short" });
export const longDay = (reader, date) => show(reader, date, { dateStyle: "long" });
export const fullTime = (reader, date) => show(reader, date, { dateStyle: "full", timeStyle: "short" });

export function messageTime(reader, say, date) {
  const time = timeOf(reader, date);
  if (dayOf(reader, date) === dayOf(reader, now())) return say("today", { time });
  if (dayOf(reader, date) === dayOf(reader, now() - DAY)) return say("yesterday", { time });
  return show(reader, date, { dateStyle: "short", timeStyle: "short" });
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** <t:seconds:style> */
export function timestamp(reader, seconds, style = "f") {
  const date = seconds * 1000;
  return style === "R" ? relative(reader.locale, date - now()) : show(reader, date, STYLES[style] ?? STYLES.f);
}

const UNITS = [["year", 365 * DAY], ["month", 30 * DAY], ["day", DAY], ["hour", 3_600_000], ["minute", 60_000]];

export function relative(locale, milliseconds) {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, length] of UNITS) {
    if (Math.abs(milliseconds) >= length) return words.format(Math.round(milliseconds / length), unit);
  }
  return words.format(Math.round(milliseconds / 1000), "second");
}

/** How far ahead the harbour is, in its two largest units. */
export function span(locale, seconds) {
  const parts = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const words = [];
  let rest = Math.round(seconds);
  for (const [unit, length] of parts) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count) words.push(new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count));
  }
  return words.slice(0, 2).join(" ");
}
