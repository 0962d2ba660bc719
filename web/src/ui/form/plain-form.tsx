import type { ReactNode } from 'react';
import type { FormFace } from './use-zod-form.ts';

interface PlainFormProps {
  form?: Pick<FormFace, 'element'>;
  className?: string | undefined;
  onSubmit: () => unknown;
  children: ReactNode;
}
/** The form element of a dialog or a step. What is wrong is said by its schema, not by the browser. */
export const PlainForm = ({ form, className, onSubmit, children }: PlainFormProps) => (
  <form
    ref={form?.element}
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault();
      // React passes it on to the form that the dialog was opened from.
      event.stopPropagation();
      void onSubmit();
    }}
  >
    {children}
  </form>
);
