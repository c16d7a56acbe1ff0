/** The most of a text that a log line repeats: whoever sends it decides how long it is. */
const maxLength = 200;

/** The beginning of a text, for a log line. */
export const boundText = (text: string, max = maxLength): string =>
  text.length > max ? `${text.slice(0, max)}…` : text;
