import type { ReactNode } from 'react';
import type { FormFace } from './use-zod-form.ts';

interface PlainFormProps {
  form?: Pick<FormFace, 'element'>;
  className?: string | undefined;
  onSubmit: () => unknown;
  children: ReactNode;
}
/** The form element of a dialog or a step. The schema validates it, not the browser. */
export const PlainForm = ({ form, className, onSubmit, children }: PlainFormProps) => (
  <form
    ref={form?.element}
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault();
      // React would pass the event on to the form that opened the dialog.
      event.stopPropagation();
      void onSubmit();
    }}
  >
    {children}
  </form>
);
