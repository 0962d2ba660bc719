import { z } from 'zod';
import { requiredAt } from './field-names.ts';

/**
 * The message for an invalid value whose schema has no custom one. Set once for server and web. All messages state the expected
 * value instead of the failed check.
 */
const plainWords = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? requiredAt(issue.path)
        : `Must be ${kinds[issue.expected] ?? 'a different type'}`;
    case 'invalid_value':
      return choiceOf(issue.values);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format] ?? 'Invalid format';
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return unionMessage(issue.errors);
    case 'unrecognized_keys':
      return `Unknown field '${issue.keys[0]}'`;
    default:
      return 'Not allowed here';
  }
};
// The content security policy forbids eval. With jitless, Zod doesn't try it, so browsers report no violation.
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

/** Messages don't list more values than this; the API document has them all. */
const maxNamed = 12;
function choiceOf(values: readonly unknown[]): string {
  if (values.length === 1) return `Must be ${values[0]}`;
  return values.length > maxNamed ? 'Not one of the available options' : `Choose one of ${values.join(', ')}`;
}

interface Bound {
  origin: string;
  inclusive?: boolean | undefined;
}
function tooSmall({ origin, minimum, inclusive }: Bound & { minimum: number | bigint }): string {
  if (origin === 'string') return minimum === 1 ? "Can't be empty" : `At least ${minimum} characters`;
  if (origin === 'array' || origin === 'set')
    return minimum === 1 ? 'Add at least one' : `Add at least ${minimum}`;
  return inclusive === false ? `Must be above ${minimum}` : `Must be at least ${minimum}`;
}
function tooBig({ origin, maximum, inclusive }: Bound & { maximum: number | bigint }): string {
  if (origin === 'string') return `At most ${maximum} characters`;
  if (origin === 'array' || origin === 'set') return `At most ${maximum} at once`;
  return inclusive === false ? `Must be below ${maximum}` : `Must be at most ${maximum}`;
}

/** For a union: its allowed values, otherwise the expectation of its first member. */
function unionMessage(ways: readonly (readonly z.core.$ZodIssue[])[]): string {
  const all = ways.flat().filter(({ path }) => path.length === 0);
  const best = all.find(({ code }) => code === 'invalid_value') ?? all[0];
  return best?.message ?? 'Not allowed here';
}
