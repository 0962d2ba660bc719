import { TaxInput, taxRoutes } from '@aisle/contract/catalog/taxes';
import type { Ref } from '@aisle/contract/core/fields';
import { TextInput } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { RateInput } from '../../ui/form/fields/inputs.tsx';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface NewTaxDialogProps {
  name: string;
  /** Called with the new tax, or with null if the user closed the dialog. */
  onDone: (tax: Ref | null) => void;
}
/** Creates a tax that a select doesn't have. Unlike other records, a tax needs more than its name. */
export function NewTaxDialog({ name, onDone }: NewTaxDialogProps) {
  const form = useZodForm(TaxInput.pick({ name: true, rate: true }), () => ({
    name,
    rate: null as number | null,
  }));
  const adding = useWrite(taxRoutes.create);
  async function save(): Promise<void> {
    const tax = await form.submit((values) => adding.mutateAsync({ body: values }));
    if (tax) onDone(tax);
  }
  return (
    <ShortDialog
      title="New tax"
      form={form}
      submit="Create tax"
      isRunning={form.isSaving}
      onSubmit={save}
      onClose={() => onDone(null)}
    >
      <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
      <RateInput label="Rate" withAsterisk data-autofocus {...form.getInputProps('rate')} />
    </ShortDialog>
  );
}
