import { formatCount } from '@aisle/contract/core/pluralize';
import { malformed, problem } from '../../problem.ts';

/** No request body of the contract is as deep, and a recursion of this depth doesn't overflow the stack. */
const maxDepth = 50;
const maxKeys = 1000;
/** A bulk receipt of 10,000 rows has about half as many values. */
const maxValues = 200_000;

/** Refuses input that would cost more to validate than any real one, or that PostgreSQL can't store. */
export function rejectUnreadable(input: unknown, name: 'query' | 'body'): void {
  let values = 0;

  function visit(value: unknown, path: string, depth: number): void {
    values += 1;
    if (values > maxValues) throw malformed(`The data has more than ${formatCount(maxValues)} values`);
    if (depth > maxDepth) throw malformed('The data is nested too deeply');
    if (typeof value === 'string') rejectUnstorable(value, path || name);
    else if (Array.isArray(value))
      value.forEach((inner, index) => {
        visit(inner, path ? `${path}.${index}` : `${index}`, depth + 1);
      });
    else if (value && typeof value === 'object') visitFields(value, path, depth);
  }

  function visitFields(fields: object, path: string, depth: number): void {
    let keys = 0;
    // Object.entries would copy the whole object before the first key can be counted.
    for (const key in fields) {
      keys += 1;
      if (keys > maxKeys) throw malformed(`An object has more than ${formatCount(maxKeys)} fields`);
      rejectUnstorable(key, path || name);
      visit((fields as Record<string, unknown>)[key], path ? `${path}.${key}` : key, depth + 1);
    }
  }

  visit(input, '', 0);
}

/** PostgreSQL can store neither U+0000 nor unpaired surrogates, so no text of a request may contain them. */
function rejectUnstorable(text: string, path: string): void {
  if (!text.includes('\u0000') && text.isWellFormed()) return;
  const message = "Has characters that can't be stored";
  throw problem('validation-failed', {}, { fields: [{ path, message }], message });
}
