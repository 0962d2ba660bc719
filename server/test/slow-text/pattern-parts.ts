/*
 * Reads the source of a regular expression far enough to create texts that keep it busy: the text before each repeated part,
 * characters that the part matches, and characters that it doesn't match.
 */

type Part =
  | { kind: 'text'; source: string }
  | { kind: 'group'; options: Item[][] }
  /** Matches no characters: an anchor, a word boundary, a negative lookaround or a reference to an earlier group. */
  | { kind: 'empty' };
interface Item {
  part: Part;
  min: number;
  max: number;
}

/** The longest text whose repetition has no measurable cost. */
const fewTimes = 20;

interface Repeated {
  /** A text that leads the matcher to the repeated part. */
  prefix: string;
  /** Texts that the part matches, shortest first. */
  pumps: string[];
  /** Characters that the part doesn't match. */
  others: string[];
}
export interface Parts {
  repeated: Repeated[];
  /** Every character and sequence that the pattern contains. */
  pieces: string[];
}

/** One character of each kind that patterns distinguish. */
const kinds = [...'a0 \t\n\r_-.,:;\'"/\\|@#$%&*+?!=<>()[]{}^~`éßA9FЖ字\u0000\u00a0’–€\u0301\u202e›']; // cspell:disable-line

export function partsOf(source: string, flags: string): Parts {
  const options = new PatternReader(source).read();
  const sampler = new Sampler(flags);
  const repeated: Repeated[] = [];
  for (const option of options) sampler.visit(option, '', repeated);
  return { repeated, pieces: sampler.pieces() };
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Item[][] {
    const options: Item[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#take('|')) options.push([]);
      else options.at(-1)!.push(this.#item());
    }
    return options;
  }

  #take(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #item(): Item {
    const part = this.#part();
    const [, symbol, least, comma, most] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at)) ?? [];
    if (symbol === undefined && least === undefined) return { part, min: 1, max: 1 };
    this.#at += /^(?:[*+?]|\{[^}]*\})\??/.exec(this.#source.slice(this.#at))![0].length;
    if (symbol !== undefined)
      return { part, min: symbol === '+' ? 1 : 0, max: symbol === '?' ? 1 : Infinity };
    const min = Number(least);
    return { part, min, max: comma === '' ? min : most === '' ? Infinity : Number(most) };
  }

  #part(): Part {
    const start = this.#at;
    if (this.#take('(')) return this.#group();
    if (this.#take('^') || this.#take('$') || this.#take('\\b') || this.#take('\\B'))
      return { kind: 'empty' };
    if (this.#take('[')) {
      while (!this.#take(']')) this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
    } else if (this.#take('\\')) this.#escape();
    else this.#at += String.fromCodePoint(this.#source.codePointAt(this.#at)!).length;
    const source = this.#source.slice(start, this.#at);
    return /^\\[1-9k]/.test(source) ? { kind: 'empty' } : { kind: 'text', source };
  }

  #escape(): void {
    const rest = this.#source.slice(this.#at);
    this.#at +=
      /^(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Z]|k<\w+>|[1-9]\d*|[\s\S])/u.exec(
        rest,
      )![0].length;
  }

  #group(): Part {
    const [opening = ''] = /^\?(?:<?[=!]|:|<\w+>)/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += opening.length;
    const options = this.read();
    this.#at += 1;
    // The text before a lookbehind is already matched; a lookahead still needs it.
    return opening.endsWith('!') ? { kind: 'empty' } : { kind: 'group', options };
  }
}

class Sampler {
  readonly #flags: string;
  readonly #taken = new Map<string, string[]>();
  readonly #pieces = new Set<string>();

  constructor(flags: string) {
    this.#flags = flags.replace(/[gy]/g, '');
  }

  pieces(): string[] {
    return [...this.#pieces];
  }

  /** Records the repeated parts within some items, and returns a text that the items match. */
  visit(items: readonly Item[], before: string, repeated: Repeated[]): string {
    let text = '';
    for (const { part, min, max } of items) {
      const lead = before + text;
      const once = this.#visitPart(part, lead, repeated);
      if (max > fewTimes && once !== '') repeated.push({ prefix: lead, ...this.#pumpsOf(part, once) });
      text += once.repeat(Math.min(Math.max(min, 1), fewTimes));
      if (text.length < 40) this.#pieces.add(text);
    }
    return text;
  }

  #visitPart(part: Part, lead: string, repeated: Repeated[]): string {
    if (part.kind === 'empty') return '';
    if (part.kind === 'group') return part.options.map((option) => this.visit(option, lead, repeated))[0]!;
    const taken = this.#takenBy(part.source);
    for (const char of taken.slice(0, 4)) this.#pieces.add(char);
    return taken[0] ?? '';
  }

  #pumpsOf(part: Part, once: string): Pick<Repeated, 'pumps' | 'others'> {
    if (part.kind !== 'text') return { pumps: [once], others: ['\u0000', '!'] };
    const taken = new Set(this.#takenBy(part.source));
    const others = kinds.filter((char) => !taken.has(char));
    return { pumps: [...taken].slice(0, 12), others: others.slice(0, 6) };
  }

  /** The characters that a class or a single character of a pattern matches. */
  #takenBy(source: string): string[] {
    const known = this.#taken.get(source);
    if (known) return known;
    const pattern = new RegExp(`^(?:${source})$`, this.#flags);
    const named = [...source].filter((char) => pattern.test(char));
    const found = [...new Set([...named, ...kinds.filter((char) => pattern.test(char))])];
    // Classes for a single script, or characters that the list doesn't contain.
    if (found.length === 0) {
      for (let code = 0; code < 0x3100 && found.length === 0; code += 1) {
        const char = String.fromCodePoint(code);
        if (pattern.test(char)) found.push(char);
      }
    }
    this.#taken.set(source, found);
    return found;
  }
}
