import type { ReactNode } from 'react';
import type { Question } from '../../../ui/feedback/confirm.tsx';

interface HandOver {
  number: string;
  driverName: string | null | undefined;
  code: string;
  /** Shown below the code. */
  more?: ReactNode;
}
/**
 * Staff read the code to the driver, whose page confirms the pickup with it. The confirmed action hands the order over without
 * the page, for a driver whose phone can't open it.
 */
export const handOverQuestion = ({ number, driverName, code, more }: HandOver): Question => ({
  title: `Hand over ${number}`,
  text: (
    <>
      Give {driverName?.split(' ')[0] ?? 'the driver'} code <strong className="tabular">{code}</strong>. They
      confirm pickup on their phone.
      {more}
    </>
  ),
  confirm: 'Hand over without phone',
  cancel: 'Done',
  isException: true,
});
