import { pluralize } from '@aisle/contract/core/pluralize';
import { supportRoutes, type Ticket } from '@aisle/contract/service/support';
import { nextTicketStatuses } from '@aisle/contract/service/support-flow';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { ChoiceSelect } from '../../../ui/form/fields/choice-select.tsx';
import { PlainForm } from '../../../ui/form/plain-form.tsx';
import type { BulkAction } from '../../../ui/list/rows/row.ts';
import { runEach } from '../../../ui/list/run-each.ts';

/** The actions for selected tickets, each with the result and an undo, and the dialog of the assignment. */
export function useTicketActions(onDone: () => void): { actions: BulkAction<Ticket>[]; dialog: ReactNode } {
  const mayReply = useCan('support_reply');
  const mayEdit = useCan('support_edit');
  const moving = useWrite(supportRoutes.updateStatus, { quiet: true });
  const [assigned, setAssigned] = useState<readonly Ticket[]>();
  if (!mayReply && !mayEdit) return { actions: [], dialog: null };

  const move = ({ _id }: Ticket, status: Ticket['status']) =>
    moving.mutateAsync({ params: { id: _id }, body: { status } });
  const step = (label: string, status: 'open' | 'resolved', done: string): BulkAction<Ticket> => {
    const movable = (rows: readonly Ticket[]) =>
      rows.filter((ticket) => nextTicketStatuses(ticket.status).includes(status));
    return {
      label,
      problemOf: (rows) => (movable(rows).length === 0 ? `None can be ${done}` : undefined),
      run: (rows) => runEach(movable(rows), `tickets ${done}`, (ticket) => move(ticket, status)),
    };
  };
  return {
    actions: [
      {
        label: 'Assign…',
        run: async (rows) => {
          setAssigned(rows);
          return false;
        },
      },
      step('Resolve', 'resolved', 'resolved'),
      step('Reopen', 'open', 'reopened'),
    ],
    dialog: assigned && (
      <AssignDialog
        tickets={assigned}
        onClose={() => setAssigned(undefined)}
        onDone={() => {
          setAssigned(undefined);
          onDone();
        }}
      />
    ),
  };
}

interface AssignDialogProps {
  tickets: readonly Ticket[];
  onClose: () => void;
  onDone: () => void;
}
function AssignDialog({ tickets, onClose, onDone }: AssignDialogProps) {
  const assigning = useWrite(supportRoutes.assign, { quiet: true });
  const [assignee, setAssignee] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const assign = ({ _id }: Ticket, to: string | null) =>
    assigning.mutateAsync({ params: { id: _id }, body: { assignee: to } });
  async function run(): Promise<void> {
    setRunning(true);
    await runEach(
      tickets,
      assignee === null ? 'tickets unassigned' : 'tickets assigned',
      (ticket) => assign(ticket, assignee),
      (ticket) => assign(ticket, ticket.assignee?._id ?? null),
    );
    onDone();
  }
  return (
    <Modal opened onClose={onClose} title={`Assign ${pluralize(tickets.length, 'ticket')}`}>
      <PlainForm className="grid gap-4" onSubmit={run}>
        <ChoiceSelect
          label="Assignee"
          placeholder="Unassigned"
          clearable
          route={supportRoutes.agents}
          value={assignee}
          onChange={setAssignee}
        />
        <div className="flex justify-end gap-2">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isRunning}>
            {assignee === null ? 'Unassign' : 'Assign'}
          </Button>
        </div>
      </PlainForm>
    </Modal>
  );
}
