import { z } from 'zod';
import { beforeNormalizing, tooLong } from '../../core/fields.ts';
import { normalCode } from '../../core/normal-text.ts';

const codeMessage = 'Use 3 to 32 letters, digits and hyphens';

/** The form in which codes are compared: case, spaces and hyphens are ignored. */
export const codeKey = (code: string): string => code.toUpperCase().replace(/[\s-]+/g, '');

/** A code that shoppers enter, in upper case. */
export const PromotionCode = z
  .string({ error: 'Enter a code' })
  .max(...beforeNormalizing)
  .overwrite(normalCode)
  .toUpperCase()
  .max(32, tooLong(codeMessage))
  .regex(/^[A-Z0-9][A-Z0-9-]+[A-Z0-9]$/, codeMessage)
  .refine((code) => codeKey(code).length >= 3, codeMessage);

/** Whether a promotion applies automatically, with one code for everyone, or with single-use codes. */
export const PromotionCodes = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('shared'), code: PromotionCode }),
    z.strictObject({ kind: z.literal('batch') }),
  ],
  { error: 'Choose whether a code is needed' },
);
export type PromotionCodes = z.infer<typeof PromotionCodes>;
