import { pluralize } from '@aisle/contract/core/pluralize';
import type { CustomerChoice } from '@aisle/contract/customers/customers';
import { useState } from 'react';
import { isApiError } from '../../core/api-error.ts';
import { CustomerSelect } from '../../links/customers/customer-select.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { RemoveButton } from '../../ui/form/remove-button.tsx';
import { PhoneText } from '../../ui/record/contact.tsx';

interface AddMembersDialogProps {
  /** The name of the group. */
  name: string;
  add: (ids: string[]) => Promise<unknown>;
  onClose: () => void;
}
/** Collects customers, then adds them all to a group. */
export function AddMembersDialog({ name, add, onClose }: AddMembersDialogProps) {
  const [chosen, setChosen] = useState<CustomerChoice[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function submit(): Promise<void> {
    setRunning(true);
    try {
      await add(chosen.map(({ _id }) => _id));
      onClose();
    } catch (error) {
      setProblem(isApiError(error) ? error.message : undefined);
    } finally {
      setRunning(false);
    }
  }
  return (
    <FormDialog
      title={`Add customers to ${name}`}
      size="md"
      submit={chosen.length === 0 ? 'Add customers' : `Add ${pluralize(chosen.length, 'customer')}`}
      isRunning={isRunning}
      disabled={chosen.length === 0}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <CustomerSelect
        // Starts empty again after each choice.
        key={chosen.length}
        customer={null}
        nothingFoundMessage="No customers found"
        data-autofocus
        onPick={(customer) => {
          if (customer && !chosen.some(({ _id }) => _id === customer._id)) setChosen([...chosen, customer]);
        }}
      />
      {chosen.length > 0 && (
        <ul className="plain-list" aria-label="Chosen customers">
          {chosen.map((customer) => (
            <li key={customer._id} className="row gap-2">
              <span className="grow">
                {customer.name} <PhoneText phone={customer.phone} />
              </span>
              <RemoveButton
                label={`Remove ${customer.name}`}
                onClick={() => setChosen(chosen.filter(({ _id }) => _id !== customer._id))}
              />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
