import type { StoredSpecification } from '@aisle/contract/catalog/categories';
import type { FieldError } from '@aisle/contract/core/envelope';
import { normalLine } from '@aisle/contract/core/normal-text';

export type SpecificationValues = Record<string, string | number>;
type Typed = Readonly<Record<string, string | number | null>>;

/** Reads a product's specifications as its category declares them. Reports invalid ones at their field. */
export function readSpecifications(
  held: readonly StoredSpecification[],
  typed: Typed,
): { values: SpecificationValues; fields: FieldError[] } {
  const values: SpecificationValues = {};
  const fields: FieldError[] = [];
  const refuse = (name: string, message: string) => fields.push({ path: `specifications.${name}`, message });
  const known = new Set(held.map(({ name }) => name));
  for (const [name, value] of Object.entries(typed)) {
    if (!known.has(name) && !isNone(value)) refuse(name, "The category doesn't have this specification");
  }
  for (const specification of held) {
    const { name, required } = specification;
    const value = Object.hasOwn(typed, name) ? typed[name] : null;
    if (isNone(value)) {
      if (required) refuse(name, `${name} is required`);
      continue;
    }
    const read = readValue(specification, value);
    if ('message' in read) refuse(name, read.message);
    else values[name] = read.value;
  }
  return { values, fields };
}

/** The values that stay valid when a product moves to another category. */
export function onlyAllowed(held: readonly StoredSpecification[], values: Typed): SpecificationValues {
  const fitting = held.flatMap((specification) => {
    const value = Object.hasOwn(values, specification.name) ? values[specification.name] : null;
    if (isNone(value)) return [];
    const read = readValue(specification, value);
    return 'message' in read ? [] : [[specification.name, read.value] as const];
  });
  return Object.fromEntries(fitting);
}

const isNone = (value: string | number | null | undefined): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

function readValue(
  { type, options }: StoredSpecification,
  value: string | number,
): { value: string | number } | { message: string } {
  if (type === 'number') {
    const number = typeof value === 'number' ? value : Number(value);
    return Number.isFinite(number) ? { value: number } : { message: 'Enter a number' };
  }
  const text = String(value);
  if (type !== 'option') return { value: text };
  // Options from earlier versions can contain spaces that the typed text no longer has.
  const chosen = options.find((option) => normalLine(option) === normalLine(text));
  return chosen === undefined ? { message: `Choose ${listOf(options)}` } : { value: chosen };
}

const listOf = (options: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(options.slice(0, 10));
