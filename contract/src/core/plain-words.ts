import { z } from 'zod';

/**
 * What is said of a value that no schema has words of its own for. Set once for server and web, as all the words
 * are: whoever sends something wrong is told what goes there, not how it was checked.
 */
export const plainWords = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required'
        : `Must be ${kinds[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return choiceOf(issue.values);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format] ?? 'Is not written as it should be';
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return ofEither(issue.errors);
    case 'unrecognized_keys':
      return `Unknown field '${issue.keys[0]}'`;
    default:
      return 'This does not go here';
  }
};
// A page may not make code out of text: zod must not even try, as browsers report whoever does.
z.config({ customError: plainWords, jitless: 'document' in globalThis });

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
};
const formats: Partial<Record<string, string>> = {
  email: 'Enter a valid email',
  url: 'Enter a valid address, such as https://example.com',
  uuid: 'Not a valid id',
  datetime: 'Enter a valid date and time',
  date: 'Enter a valid date',
};

/** More than fit in a sentence are in the API's description. */
const mostNamed = 12;
function choiceOf(values: readonly unknown[]): string {
  if (values.length === 1) return `Must be ${values[0]}`;
  return values.length > mostNamed
    ? 'Not one of the choices there are'
    : `Choose one of ${values.join(', ')}`;
}

interface Bound {
  origin: string;
  inclusive?: boolean | undefined;
}
function tooSmall({ origin, minimum, inclusive }: Bound & { minimum: number | bigint }): string {
  if (origin === 'string') return minimum === 1 ? 'Must not be empty' : `At least ${minimum} characters`;
  if (origin === 'array' || origin === 'set')
    return minimum === 1 ? 'Give at least one' : `Give at least ${minimum}`;
  return inclusive === false ? `Must be above ${minimum}` : `Must be at least ${minimum}`;
}
function tooBig({ origin, maximum, inclusive }: Bound & { maximum: number | bigint }): string {
  if (origin === 'string') return `At most ${maximum} characters`;
  if (origin === 'array' || origin === 'set') return `At most ${maximum} at once`;
  return inclusive === false ? `Must be below ${maximum}` : `Must be at most ${maximum}`;
}

/** Of several ways to write a value: the choices there are, else what the first way asks for. */
function ofEither(ways: readonly (readonly z.core.$ZodIssue[])[]): string {
  const all = ways.flat().filter(({ path }) => path.length === 0);
  const best = all.find(({ code }) => code === 'invalid_value') ?? all[0];
  return best?.message ?? 'This does not go here';
}
