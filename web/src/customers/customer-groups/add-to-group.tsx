import { pluralize } from '@aisle/contract/core/pluralize';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';

const listed = { filters: { kind: 'manual' }, limit: 100 } as const;

interface AddToGroupProps {
  customerIds: readonly string[];
  /** Groups that the customer is in already. */
  without?: ReadonlySet<string>;
  onClose: (isAdded: boolean) => void;
}
/** Adds customers to a group whose members are chosen by hand. */
export function AddToGroup({ customerIds, without = new Set(), onClose }: AddToGroupProps) {
  const groups = useQuery(read(customerGroupRoutes.list, { body: listed }));
  const editing = useWrite(customerGroupRoutes.editMembers, { quiet: true });
  const [groupId, setGroupId] = useState<string | null>(null);
  const offered = (groups.data?.records ?? []).filter(({ _id }) => !without.has(_id));
  const group = offered.find(({ _id }) => _id === groupId);

  async function submit(): Promise<void> {
    if (!group) return;
    const params = { id: group._id };
    const body = { add: [...customerIds], version: group.version };
    const isAdded = await editing.mutateAsync({ params, body }).then(
      () => true,
      () => false,
    );
    // Someone else changed the group meanwhile: the next attempt has its new version.
    if (isAdded) onClose(true);
    else await groups.refetch();
  }
  return (
    <FormDialog
      title={`Add ${pluralize(customerIds.length, 'customer')} to a group`}
      size="md"
      submit={group ? `Add to ${group.name}` : 'Add to group'}
      isRunning={editing.isPending}
      disabled={!group}
      problem={isApiError(editing.error) ? editing.error.message : undefined}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      <Select
        label="Group"
        withAsterisk
        searchable
        data-autofocus
        description="Only groups whose members are chosen by hand"
        nothingFoundMessage="No groups"
        data={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={groupId}
        onChange={setGroupId}
      />
      {groups.data && offered.length === 0 && (
        <p className="m-0 text-sm secondary">
          There is no such group yet. Create one under{' '}
          <ScreenLink to="/customer-groups">Customer groups</ScreenLink>.
        </p>
      )}
    </FormDialog>
  );
}
