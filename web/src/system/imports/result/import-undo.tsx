import { pluralize } from '@aisle/contract/core/pluralize';
import { importAccess } from '@aisle/contract/system/imports/import-kinds';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Alert, Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useWrite } from '../../../core/api.ts';
import { usePermissions } from '../../../core/session/session.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { importKindLabels } from '../import-kinds.ts';

/** Undoes the import after a confirmation that describes the changes. */
export function ImportUndo({ found, label = 'Undo import…' }: { found: Import; label?: string }) {
  const held = usePermissions();
  const undoing = useWrite(importRoutes.undo, { quiet: true });
  const added = found.counts?.new ?? 0;
  const changed = found.counts?.changed ?? 0;
  const { undo: permission, undoNew } = importAccess[found.kind];
  const isAllowed = held.has(permission) && (added === 0 || held.has(undoNew));
  if (!isAllowed || added + changed === 0) return null;

  async function undo(): Promise<void> {
    const parts = [
      ...(added > 0 ? [`removes ${pluralize(added, 'added row')}`] : []),
      ...(changed > 0 ? [`restores ${pluralize(changed, 'changed row')}`] : []),
    ];
    const yes = await confirm({
      title: `Undo the import of ${pluralize(added + changed, 'row')}?`,
      text: `This ${parts.join(' and ')}. ${importKindLabels[found.kind].kept} are kept and listed. You can undo an import once.`,
      confirm: `Undo ${pluralize(added + changed, 'row')}`,
    });
    if (yes) undoing.mutate({ params: { id: found._id } });
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        loading={undoing.isPending}
        onClick={() => void undo()}
      >
        {label}
      </Button>
      {undoing.error && (
        <Alert color="red" variant="light" role="alert">
          {undoing.error.message}
        </Alert>
      )}
    </>
  );
}
