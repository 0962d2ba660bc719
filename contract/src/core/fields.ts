import { z } from 'zod';
import { requiredAt } from './field-names.ts';
import {
  normalCode,
  normalEmail,
  normalLine,
  normalMessage,
  normalPostalCode,
  normalText,
} from './normal-text.ts';
import { isPhone, storedPhone } from './phones.ts';
import './plain-text.ts';

/** A UUID; Aisle creates version 7. Any valid UUID is accepted here; the handler checks whether the record exists. */
export const Id = z
  .uuid({
    error: ({ input, path }) =>
      input === undefined || input === null || input === '' ? requiredAt(path) : 'Not a valid id',
  })
  .toLowerCase();
export type Id = string;

/** The IDs of a location and of a record that the location has once, such as the stock level of a sub-product. */
export const IdAtLocation = z.string().regex(/^[\da-f-]{36}:[\da-f-]{36}$/);

/** Counts the edits of a record, starting at 1. An edit sends the version that it is based on. */
export const Version = z.int({ error: 'Send the version you last read' }).min(1);

/** An instant, ISO 8601 in UTC: `2026-11-21T15:30:00Z`. */
export const Instant = z.iso.datetime({ error: 'Enter a valid date and time' });
/**
 * A calendar day, `2026-11-21`, in the time zone of its location. Years before 1900 are rejected as typos, such as 0026;
 * 9999-12-31 is accepted because other systems export it for "never".
 */
export const DateOnly = z.iso
  .date('Enter a valid date')
  .refine((day) => day >= '1900-01-01', 'Enter a date after 1899');

const dayLength = 24 * 60 * 60 * 1000;
/** PostgreSQL and JavaScript support different ranges of years, and a filter needs neither range. */
function hasSupportedYear(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return year >= 1900 && year <= 2200;
}
const momentOf = (daysLater: number) =>
  z.union(
    [
      Instant.refine(hasSupportedYear),
      DateOnly.refine(hasSupportedYear).transform((day) =>
        new Date(Date.parse(day) + daysLater * dayLength).toISOString(),
      ),
    ],
    { error: 'Enter a valid date and time' },
  );
/** The two ends of a filter: instants, or days in UTC. The last day is included. */
export const From = momentOf(0);
export const UpTo = momentOf(1);

/** Stops the checks of a text that is too long, so that no pattern reads it. */
export const tooLong = (error: string) => ({ error, abort: true });
/**
 * The limit before a text is normalized. Normalization removes characters that don't count, so the field's own limit is checked
 * afterwards.
 */
const maxTyped = (max: number) => 2 * max + 200;
/** Limits short codes and numbers before they are normalized. */
export const beforeNormalizing = [1000, tooLong('Must be at most 1,000 characters')] as const;

/** One line of typed text in its normal form, never empty. Forms show these messages. */
export const requiredText = (label: string, max: number) => requiredAs(normalLine, label, max);
/** An optional line; empty means none. */
export const optionalText = (label: string, max: number) => optionalAs(normalLine, label, max);

/** Text with several lines, such as a note. */
export const requiredLongText = (label: string, max: number) => requiredAs(normalText, label, max);
export const optionalLongText = (label: string, max: number) => optionalAs(normalText, label, max);

/** A machine-readable code, such as an SKU. */
export const requiredCode = (label: string, max: number) => requiredAs(normalCode, label, max);
export const optionalCode = (label: string, max: number) => optionalAs(normalCode, label, max);

/** A message to a person, sent exactly as written. */
export const requiredMessage = (label: string, max: number) => requiredAs(normalMessage, label, max);

/** The search text of a list. */
export const SearchText = z
  .string()
  .max(...beforeNormalizing)
  .overwrite(normalLine)
  .max(200);

type Normalize = (text: string) => string;
const requiredAs = (normalize: Normalize, label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .max(maxTyped(max), tooLong(`${label} must be at most ${max} characters`))
    .overwrite(normalize)
    .min(1, `${label} is required`)
    .max(max, tooLong(`${label} must be at most ${max} characters`))
    .refine(hasNoControlCharacters, `${label} has characters that can't be stored`);
const optionalAs = (normalize: Normalize, label: string, max: number) =>
  z
    .string()
    .max(maxTyped(max), tooLong(`${label} must be at most ${max} characters`))
    .overwrite(normalize)
    .max(max, tooLong(`${label} must be at most ${max} characters`))
    .refine(hasNoControlCharacters, `${label} has characters that can't be stored`)
    .nullable()
    .optional();

/** Many people have only one name. It is stored as the first name, and the last name is empty. */
export const LastName = z
  .string()
  .max(maxTyped(100), tooLong('Last name must be at most 100 characters'))
  .overwrite(normalLine)
  .max(100, 'Last name must be at most 100 characters')
  .refine(hasNoControlCharacters, "Last name has characters that can't be stored")
  .nullable()
  .transform((text) => text ?? '');

/** PostgreSQL can't store U+0000 or half of a surrogate pair; tabs and line breaks are allowed. */
function hasNoControlCharacters(text: string): boolean {
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text);
}

const emailPattern = /^[^\s@"(),:;<>[\\\]]+@([\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}]$/u;
/** An email in lower case, without text that was copied along with it, so that equal mailboxes compare as equal. */
export const Email = z
  .string({ error: 'Email is required' })
  .max(maxTyped(254), tooLong('Email must be at most 254 characters'))
  .overwrite(normalEmail)
  .min(1, 'Email is required')
  .max(254, tooLong('Email must be at most 254 characters'))
  .regex(emailPattern, 'Enter a valid email')
  .refine(hasNoControlCharacters, 'Enter a valid email');

/** A phone number, including all characters that people write around the digits. */
const maxPhone = 100;
/** A phone number, stored as E.164 if possible. */
export const Phone = z
  .string({ error: 'Phone is required' })
  .max(...beforeNormalizing)
  .overwrite(storedPhone)
  .min(1, 'Phone is required')
  .max(maxPhone, tooLong('Enter a valid phone number'))
  .refine(isPhone, 'Enter a valid phone number');
export const optionalPhone = z
  .string()
  .max(...beforeNormalizing)
  .overwrite(storedPhone)
  .max(maxPhone, tooLong('Enter a valid phone number'))
  .refine((text) => text === '' || isPhone(text), 'Enter a valid phone number')
  .nullable()
  .optional();

/** The digits of a phone number without the country code of the US, so that two spellings of a number match. */
export function normalPhone(phone: string): string {
  const digits = storedPhone(phone).replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** A boolean, or its name as text: forms with files send everything as text. */
export const BooleanLike = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
  {
    error: 'Must be true or false',
  },
);

/** An optional ID that can be cleared: null and an empty text mean none. */
export const OptionalId = z
  .union([Id, z.literal('').transform(() => null), z.null()], { error: 'Not a valid id' })
  .optional();

/** A password has 8 to 30 letters, digits and # $ @ ! % & * ?, with at least one of each kind. */
export const passwordMessage =
  'Password at least 1 uppercase, 1 lowercase, 1 special character, 1 number, Min 8, Max 30';
/** Other characters have a message of their own: the rule above doesn't say that they are not allowed. */
const passwordCharacters = /^[A-Za-z\d#$@!%&*?]*$/;
const passwordCharactersMessage = 'Use only letters, digits and #$@!%&*?';
const passwordPattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[#$@!%&*?]).{8,30}$/;
/** The rule for people who choose a password. */
export const passwordRule =
  '8 to 30 characters, only letters, digits and #$@!%&*?, with an uppercase letter, a lowercase letter, a digit and one of these symbols';
export const newPassword = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(30, tooLong(passwordMessage))
    .regex(passwordCharacters, { error: passwordCharactersMessage, abort: true })
    .regex(passwordPattern, passwordMessage);

/** A postal code as written, without text that was copied along with it. `postalKey` compares codes. */
export const PostalCode = requiredAs(normalPostalCode, 'Postal code', 20);

export const Address = z.strictObject({
  line1: requiredText('Address', 200),
  line2: optionalText('Address line 2', 200),
  city: requiredText('City', 100),
  state: requiredText('State', 100),
  postalCode: PostalCode,
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
});
export type Address = z.infer<typeof Address>;

/** A picture with signed URLs that expire. */
export const Picture = z.object({
  _id: Id,
  alt: z.string(),
  small: z.string(),
  medium: z.string(),
  large: z.string(),
});
export type Picture = z.infer<typeof Picture>;

/** A reference to another record, with the name that lists show. */
export const Ref = z.object({ _id: Id, name: z.string() });
export type Ref = z.infer<typeof Ref>;

/** One option of a dropdown. */
export const Choice = Ref;
export const Deleted = z.object({ _id: Id });
export const StatusBody = z.strictObject({ status: BooleanLike });

/** The label of a shelf in a store: "A3-2". Case is ignored. Null or an empty text takes the item off its shelf. */
export const Shelf = z
  .string()
  .max(...beforeNormalizing)
  .overwrite(normalCode)
  .toUpperCase()
  .max(20, tooLong('Shelf must be at most 20 characters'))
  .regex(/^([\p{L}\p{N}][\p{L}\p{N} ./_-]*)?$/u, 'Use letters, digits, spaces, dots and dashes')
  .transform((text) => text || null)
  .nullable();
