import classes from './middle-text.module.css';

/** The minimum length of the end that stays visible. */
const endLength = 18;

/** A name on one line that is shortened in the middle, because variants differ at their end; a tooltip has all of it. */
export function MiddleText({ text }: { text: string }) {
  const at = splitAt(text);
  return (
    <span className={`flex min-w-0 ${classes.text}`} title={text}>
      <span className="truncate">{text.slice(0, at)}</span>
      {at < text.length && <span className={`truncate ${classes.end}`}>{text.slice(at)}</span>}
    </span>
  );
}

/** The start of the end: a space or hyphen, so that no word is split. Short names have no end. */
export function splitAt(text: string): number {
  if (text.length <= 2 * endLength) return text.length;
  const at = Math.max(
    text.lastIndexOf(' ', text.length - endLength),
    text.lastIndexOf('-', text.length - endLength),
  );
  return at < text.length - 2 * endLength ? text.length - endLength : at;
}
