import type { z } from 'zod';
import { requiredMessage, requiredText } from './fields.ts';

/** The fields that a text can contain, by name, with the label that users see: `{{customer.firstName}}`. */
export type TemplateFields = Readonly<Record<string, string>>;

const fieldPattern = /( ?)\{\{([^{}]*)\}\}/g;

/** The distinct names of the fields in a text. */
export const fieldsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(fieldPattern)].map((match) => match[2]!.trim())),
];

/** Names the first unknown field of a text, which may be unfinished; null if there is none. */
export function unknownField(text: string, known: TemplateFields): string | null {
  const unknown = fieldsIn(text).find((name) => !Object.hasOwn(known, name));
  return unknown === undefined ? null : `{{${unknown}}} isn't a field. Choose one from the list`;
}

/** The reason why a text can't be filled in; null if it can. */
export function templateProblem(text: string, known: TemplateFields): string | null {
  const unknown = unknownField(text, known);
  if (unknown !== null) return unknown;
  if (/\{\{|\}\}/.test(text.replace(fieldPattern, '')))
    return 'A field must look like {{customer.firstName}}';
  return null;
}

/**
 * Replaces each field of a text. Values that look like a field stay as they are. An empty value removes the space before it:
 * "Dear Sukarno," has no last name.
 */
export const replaceFields = (text: string, replacement: (name: string, field: string) => string): string =>
  text.replace(fieldPattern, (_, blank: string, name: string) => {
    const replaced = replacement(name.trim(), `{{${name}}}`);
    return replaced === '' ? '' : blank + replaced;
  });

/** The parts of an unfinished text that can be filled in: without unknown fields, and without a field that is being typed. */
export const readablePart = (text: string, known: TemplateFields): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/\{\{\s*[\w.]*|\}\}/g, '');
      return unknownField(part, known) === null ? part : '';
    })
    .join('');

/** Replaces fields with values. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  replaceFields(text, (name) => values[name] ?? '');

/**
 * Fills in a text with paragraphs. Omits a paragraph whose fields are all empty, so that a sentence about a code isn't sent
 * without the code.
 */
export const fillParagraphs = (text: string, values: Readonly<Record<string, string>>): string =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => {
      const names = fieldsIn(paragraph);
      return names.length === 0 || names.some((name) => values[name]);
    })
    .map((paragraph) => fillTemplate(paragraph, values).trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

const knowsFields = (known: TemplateFields) => (text: string, context: z.RefinementCtx) => {
  const message = templateProblem(text, known);
  if (message) context.addIssue({ code: 'custom', message });
};
/** A typed text with fields; unknown fields are rejected. */
export const templateText = (label: string, max: number, known: TemplateFields) =>
  requiredMessage(label, max).superRefine(knowsFields(known));
/** A typed line with fields, such as a subject; unknown fields are rejected. */
export const templateLine = (label: string, max: number, known: TemplateFields) =>
  requiredText(label, max).superRefine(knowsFields(known));
