// Slash commands as the composer sees them: pure functions over Discord's command objects.

export const TYPES = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10 };
const CHAT_INPUT = 1, MESSAGE = 3;

/** A name or description in the reader's language; fr-CA falls back to fr, then to the base. */
export function localised(object, field, locale) {
  const table = object[`${field}_localizations`] ?? {};
  return table[locale] ?? table[String(locale).split("-")[0]] ?? object[field] ?? "";
}

/** Every leaf as {id, path, name (localised, with subcommands), base, description, options}. */
export function leaves(commands, locale) {
  const out = [];
  for (const command of commands.filter((candidate) => (candidate.type ?? CHAT_INPUT) === CHAT_INPUT)) {
    walk(command, command, [], [localised(command, "name", locale)], locale, out);
  }
  return out.sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** The commands of the menu on a message, as {id, name (localised)}. */
export function messageCommands(commands, locale) {
  return commands.filter((command) => command.type === MESSAGE)
    .map((command) => ({ id: command.id, name: localised(command, "name", locale) }));
}

function walk(command, node, path, names, locale, out) {
  const branches = (node.options ?? []).filter((option) => option.type === TYPES.SUB || option.type === TYPES.GROUP);
  for (const branch of branches) {
    walk(command, branch, [...path, branch.name], [...names, localised(branch, "name", locale)], locale, out);
  }
  if (branches.length) return;
  out.push({
    id: command.id,
    path,
    name: names.join(" "),
    base: [command.name, ...path].join(" "),
    description: localised(node, "description", locale),
    options: (node.options ?? []).map((option) => ({
      ...option,
      label: localised(option, "name", locale),
      hint: localised(option, "description", locale),
      choices: (option.choices ?? []).map((choice) => ({ name: localised(choice, "name", locale), value: choice.value })),
    })),
  });
}

const fold = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Commands that match what was typed after the slash: names that begin with it first. */
export function matching(commands, typed) {
  const wanted = fold(typed.trim());
  const rank = (command) => {
    const names = [fold(command.name), fold(command.base)];
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => name.split(" ").some((word) => word.startsWith(wanted)))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  return commands.map((command, index) => ({ command, index, rank: rank(command) }))
    .filter((entry) => entry.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map((entry) => entry.command);
}

/** The command a whole typed line begins with, and what follows it. */
export function commandOf(commands, line) {
  const text = line.replace(/^\//, "");
  const spelled = commands.flatMap((command) => [[command.name, command], [command.base, command]])
    .sort((a, b) => b[0].length - a[0].length);
  for (const [name, command] of spelled) {
    if (fold(text).startsWith(`${fold(name)} `)) return { command, rest: text.slice(name.length + 1) };
  }
  return null;
}

/** "card:herring to:2,-1" → {card: "herring", to: "2,-1"}, by localised or base names. */
export function typedOptions(command, rest) {
  const values = {};
  const names = command.options.flatMap((option) => [[option.label, option], [option.name, option]]);
  const marks = [];
  for (const [name, option] of names) {
    const pattern = new RegExp(`(?:^|\\s)${name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}:`, "iu");
    const match = pattern.exec(rest);
    if (match && !marks.some((mark) => mark.option === option)) {
      marks.push({ option, from: match.index, to: match.index + match[0].length });
    }
  }
  marks.sort((a, b) => a.from - b.from);
  marks.forEach((mark, index) => { values[mark.option.name] = rest.slice(mark.to, marks[index + 1]?.from ?? rest.length).trim(); });
  return values;
}

export function matchingChoices(choices, typed) {
  const wanted = fold(typed.trim());
  return choices.filter((choice) => fold(choice.name).includes(wanted)).slice(0, 25);
}

/** {value} or {problem: [word, params]} for what stands in an option's field. */
export function valueOf(option, field) {
  if (field.picked) return { value: field.picked.value };
  const text = field.text.trim();
  if (!text) return option.required ? { problem: ["missing"] } : {};
  if (option.choices.length || [TYPES.BOOLEAN, TYPES.USER, TYPES.CHANNEL, TYPES.ROLE, TYPES.MENTIONABLE].includes(option.type)) {
    const choice = (field.offered ?? option.choices).find((candidate) => fold(candidate.name) === fold(text.replace(/^[@#]/, "")));
    return choice ? { value: choice.value } : { problem: ["notAChoice"] };
  }
  if (option.type === TYPES.INTEGER || option.type === TYPES.NUMBER) return numberOf(option, text);
  return textOf(option, text);
}

function numberOf(option, text) {
  const pattern = option.type === TYPES.INTEGER ? /^[+-]?\d+$/ : /^[+-]?\d*[.,]?\d+$/;
  if (!pattern.test(text)) return { problem: ["notANumber"] };
  const value = Number(text.replace(",", "."));
  const { min_value: min, max_value: max } = option;
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) return { problem: range(min, max) };
  return { value };
}

function textOf(option, text) {
  const min = option.min_length ?? 0, max = option.max_length ?? 6000;
  return text.length < min || text.length > max ? { problem: ["lengthOf", { min, max }] } : { value: text };
}

function range(min, max) {
  if (min === undefined) return ["atMost", { max }];
  return max === undefined ? ["atLeast", { min }] : ["between", { min, max }];
}
