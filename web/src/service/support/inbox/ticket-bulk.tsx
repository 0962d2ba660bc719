import { pluralize } from '@aisle/contract/core/pluralize';
import { supportRoutes, type Ticket } from '@aisle/contract/service/support';
import { ticketActions } from '@aisle/contract/service/ticket-actions';
import { type ReactNode, useState } from 'react';
import { type BulkTarget, useBulkActions } from '../../../links/bulk/use-bulk-actions.ts';
import { ChoiceSelect } from '../../../ui/form/fields/choice-select.tsx';
import { ShortDialog } from '../../../ui/form/short-dialog.tsx';
import type { BulkAction } from '../../../ui/list/rows/row.ts';
import { allText } from '../../../ui/list/rows/select-rows.tsx';
import type { Selection } from '../../../ui/list/rows/selection.ts';
import type { List } from '../../../ui/list/use-list.ts';

const { assign, wait, resolve, close, reopen } = ticketActions;

/** The actions for selected tickets, or for all of the list, and the dialog of the assignment. */
export function useTicketActions(
  list: List<Ticket>,
  selection: Selection<Ticket>,
): { actions: BulkAction<Ticket>[]; dialog: ReactNode } {
  const { run, actionFor, isRunning } = useBulkActions<Ticket>(list);
  const [assigned, setAssigned] = useState<BulkTarget<Ticket>>();
  // Only statuses that a selected ticket can change to, because the list is narrow.
  const possible = [wait, resolve, close, reopen].filter(
    (step) => selection.isAll || selection.rows.some((ticket) => !step.refusal?.(ticket, {})),
  );
  return {
    actions: [...actionFor(assign, { choose: setAssigned }), ...possible.flatMap((step) => actionFor(step))],
    dialog: assigned && (
      <AssignDialog
        what={assigned === 'all' ? `${allText(list)} tickets` : pluralize(assigned.length, 'ticket')}
        isRunning={isRunning}
        onAssign={async (assignee) => {
          await run(assign, assigned, { assignee });
          setAssigned(undefined);
          selection.clear();
        }}
        onClose={() => setAssigned(undefined)}
      />
    ),
  };
}

interface AssignDialogProps {
  /** "3 tickets". */
  what: string;
  isRunning: boolean;
  onAssign: (assignee: string | null) => Promise<void>;
  onClose: () => void;
}
function AssignDialog({ what, isRunning, onAssign, onClose }: AssignDialogProps) {
  const [assignee, setAssignee] = useState<string | null>(null);
  return (
    <ShortDialog
      title={`Assign ${what}`}
      submit={assignee === null ? 'Unassign' : 'Assign'}
      isRunning={isRunning}
      onSubmit={() => onAssign(assignee)}
      onClose={onClose}
    >
      <ChoiceSelect
        label="Assignee"
        placeholder="Unassigned"
        clearable
        route={supportRoutes.agents}
        value={assignee}
        onChange={setAssignee}
      />
    </ShortDialog>
  );
}
