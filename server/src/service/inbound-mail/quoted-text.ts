/** Lines that programs put above the email that they quote. */
const introductions = [
  /^-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine)\s*-{2,}$/i,
  /^(on|am|le|el|op)\b.{5,200}\b(wrote|schrieb|a écrit|escribió|schreef)\b.{0,100}:$/i,
  /^_{20,}$/,
  /^from:\s.+@.+$/i,
];
const isIntroduction = (line: string): boolean => introductions.some((pattern) => pattern.test(line.trim()));
const maxJoined = 250;

/** Parts the text of an answer from what it quotes below it. A text that only quotes stays whole. */
export function partQuoted(text: string): { text: string; quoted: string | null } {
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => {
    if (isIntroduction(line)) return true;
    const next = lines[index + 1] ?? '';
    // Long introductions are broken in two lines.
    if (/^(on|am|le|el|op)\b/i.test(line) && line.length + next.length < maxJoined) {
      if (isIntroduction(`${line} ${next}`)) return true;
    }
    return line.startsWith('>') && lines.slice(index).every((rest) => rest === '' || rest.startsWith('>'));
  });
  if (at < 0) return { text, quoted: null };
  const own = lines.slice(0, at).join('\n').trim();
  const quoted = lines.slice(at).join('\n').trim();
  return own === '' ? { text, quoted: null } : { text: own, quoted };
}
