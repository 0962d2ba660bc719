import { type FieldProps, TypedField } from '../../../ui/form/fields/typed-field.tsx';

const hour = 60;

/** "45 min", "8 h" or "1 h 30 min". */
export function targetText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / hour), minutes % hour];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}

/** Parses common forms of a duration: "45 min", "8 h", "1.5 h", "1 h 30 min"; a bare number means hours. */
export function parseTarget(text: string): number | null | undefined {
  const written = text.trim().toLowerCase();
  if (written === '') return null;
  const match = /^(?:(\d+(?:\.\d+)?)\s*h(?:ours?|rs?)?)?\s*(?:(\d+)\s*m(?:in(?:utes?)?)?)?$/.exec(written);
  if (/^\d+(\.\d+)?$/.test(written)) return Math.round(Number(written) * hour);
  if (!match) return undefined;
  return Math.round(Number(match[1] ?? 0) * hour) + Number(match[2] ?? 0);
}

/** A duration, entered in hours and minutes. */
export const TargetInput = ({ label, ...props }: FieldProps<number> & { label: string }) => (
  <TypedField
    aria-label={label}
    placeholder="8 h"
    {...props}
    toText={targetText}
    parse={parseTarget}
    unreadable={Number.NaN}
  />
);
