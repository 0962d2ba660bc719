import { ApiProblem, invalidParameter, missingParameter, unknownParameter } from './errors.ts';

export interface Form {
  [name: string]: string | Form;
}

/** Reads `a=1&b[c]=2&d[0][e]=3` into nested objects. */
export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''));
    const names = [first, ...rest];
    let target = form;
    for (const [index, name] of names.entries()) {
      // `list[]=a&list[]=b` numbers its values itself.
      const field = name === '' ? String(Object.keys(target).length) : name;
      if (index === names.length - 1) {
        target[field] = value;
        break;
      }
      const known = target[field];
      const next: Form = typeof known === 'object' ? known : {};
      target[field] = next;
      target = next;
    }
  }
  return form;
}

/**
 * The parameters of a call. A handler reads all of them, then calls `end`, which refuses the ones that it did not read. From there
 * on the call counts as executed, so its answer is saved under its idempotency key.
 */
export class Params {
  ended = false;
  readonly #form: Form;
  readonly #path: string;
  readonly #read = new Set<string>();
  readonly #children: Params[] = [];

  constructor(form: Form, path = '') {
    this.#form = form;
    this.#path = path;
  }

  #take(name: string): string | Form | undefined {
    this.#read.add(name);
    return this.#form[name];
  }

  #name = (name: string): string => (this.#path ? `${this.#path}[${name}]` : name);

  /** A text; undefined if it is missing, null if it is empty, which unsets a value. */
  unsettable(name: string): string | null | undefined {
    const value = this.#take(name);
    if (typeof value === 'object') throw invalidParameter(this.#name(name), 'Invalid string');
    return value === '' ? null : value;
  }

  text(name: string): string | undefined {
    const value = this.unsettable(name);
    if (value === null) {
      throw new ApiProblem(`You passed an empty string for '${this.#name(name)}'.`, {
        code: 'parameter_invalid_empty',
        param: this.#name(name),
      });
    }
    return value;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw missingParameter(this.#name(name));
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^-?\d+$/.test(value)) {
      throw new ApiProblem(`Invalid integer: ${value}`, {
        code: 'parameter_invalid_integer',
        param: this.#name(name),
      });
    }
    return Number(value);
  }

  requiredInteger(name: string): number {
    const value = this.integer(name);
    if (value === undefined) throw missingParameter(this.#name(name));
    return value;
  }

  flag(name: string): boolean | undefined {
    const value = this.choice(name, ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  choice<T extends string>(name: string, options: readonly T[]): T | undefined {
    const value = this.text(name);
    const known = options.find((option) => option === value);
    if (value !== undefined && !known) {
      throw invalidParameter(this.#name(name), `Invalid ${name}: must be one of ${options.join(', ')}`);
    }
    return known;
  }

  texts(name: string): string[] {
    const value = this.#take(name);
    if (value === undefined || value === '') return [];
    if (typeof value === 'string') throw invalidParameter(this.#name(name), 'Invalid array');
    return Object.values(value).map(String);
  }

  child(name: string): Params | undefined {
    const value = this.#take(name);
    return typeof value === 'object' ? this.#child(value, this.#name(name)) : undefined;
  }

  children(name: string): Params[] {
    const value = this.#take(name);
    if (typeof value !== 'object') return [];
    return Object.entries(value).map(([index, item]) => {
      if (typeof item === 'string') throw invalidParameter(this.#name(name), 'Invalid object');
      return this.#child(item, `${this.#name(name)}[${index}]`);
    });
  }

  #child(form: Form, path: string): Params {
    const child = new Params(form, path);
    this.#children.push(child);
    return child;
  }

  /** Changes to metadata. An empty value deletes its key; limits are 50 keys of 40 characters and values of 500. */
  metadata(): Record<string, string> {
    const value = this.#take('metadata');
    if (value === undefined || value === '') return {};
    if (typeof value === 'string') throw invalidParameter('metadata', 'Invalid object');
    const entries = Object.entries(value).map(([key, text]): [string, string] => [key, String(text)]);
    if (entries.length > 50) throw invalidParameter('metadata', 'Metadata can have up to 50 keys');
    for (const [key, text] of entries) {
      if (key.length > 40 || text.length > 500) {
        throw invalidParameter(
          `metadata[${key}]`,
          'Metadata keys have up to 40 characters, values up to 500',
        );
      }
    }
    return Object.fromEntries(entries);
  }

  /** Reads parameters that change nothing here, such as a receipt's email. */
  ignore(...names: string[]): void {
    for (const name of names) this.#read.add(name);
  }

  end(): void {
    this.#refuseUnread();
    this.ended = true;
  }

  #refuseUnread(): void {
    const unread = Object.keys(this.#form).find((name) => !this.#read.has(name));
    if (unread !== undefined) throw unknownParameter(this.#name(unread));
    for (const child of this.#children) child.#refuseUnread();
  }
}

/** Applies changes to metadata; an empty value deletes its key. */
export function mergeMetadata(
  before: Record<string, string> | null,
  changes: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''));
}
