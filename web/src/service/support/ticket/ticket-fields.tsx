import { supportRoutes, type TicketView } from '@aisle/contract/service/support';
import { maxTicketTags, type TicketPriority } from '@aisle/contract/system/support-rules';
import { Button, Select, TagsInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { withoutToast } from '../../../core/notice.tsx';
import { useCan, useSignedIn } from '../../../core/session/session.ts';
import { ChoiceSelect } from '../../../ui/form/fields/choice-select.tsx';
import { useListWhenNear } from '../../../ui/form/fields/list-when-near.ts';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import { useTicketTags } from '../inbox/ticket-filters.ts';
import { categoryName, dueText, priorityChoices, priorityLabels } from '../ticket-labels.ts';
import { useSupportOptions } from '../use-support-options.ts';
import classes from './side.module.css';
import { useTicketEdit } from './use-ticket-edit.ts';
import { useShowTicket } from './use-ticket-write.ts';

interface TicketFieldsProps {
  ticket: TicketView;
  assignee?: Ref<HTMLInputElement> | undefined;
}

/** Assignee, priority and category; each change is saved at once. */
export function TicketFields({ ticket, assignee }: TicketFieldsProps) {
  const canEdit = useCan('support_edit');
  return (
    <Panel title="Ticket">
      <div className={`grid gap-3 ${classes.fields}`}>
        <Assignee ticket={ticket} field={assignee} />
        {canEdit ? <EditableFields ticket={ticket} /> : <ReadFields ticket={ticket} />}
        <Times ticket={ticket} />
      </div>
    </Panel>
  );
}

function Assignee({ ticket, field }: { ticket: TicketView; field: TicketFieldsProps['assignee'] }) {
  const mayReply = useCan('support_reply');
  const canEdit = useCan('support_edit');
  const { userId } = useSignedIn();
  const assigning = useWrite(supportRoutes.assign);
  const showTicket = useShowTicket();
  async function assign(assignee: string | null): Promise<void> {
    try {
      showTicket(
        await withoutToast(() => assigning.mutateAsync({ params: { id: ticket._id }, body: { assignee } })),
      );
    } catch {
      // The error appears in a toast; the field shows the current assignee.
    }
  }
  if (!mayReply && !canEdit) return <Facts facts={[['Assignee', ticket.assignee?.name ?? 'Unassigned']]} />;
  const saving = assigning.isPending ? assigning.variables.body.assignee : undefined;
  return (
    <div className={classes.assignee}>
      <ChoiceSelect
        ref={field}
        label="Assignee"
        placeholder="Unassigned"
        clearable
        route={supportRoutes.agents}
        current={ticket.assignee}
        value={saving === undefined ? (ticket.assignee?._id ?? null) : saving}
        onChange={(id) => void assign(id)}
      />
      {mayReply && ticket.assignee?._id !== userId && (
        <Button
          variant="subtle"
          color="teal"
          size="compact-sm"
          className={classes.take ?? ''}
          loading={saving === userId}
          onClick={() => void assign(userId)}
        >
          Assign to me
        </Button>
      )}
    </div>
  );
}

function EditableFields({ ticket }: { ticket: TicketView }) {
  const { categories } = useSupportOptions();
  const { save, saving, errors } = useTicketEdit(ticket);
  const near = useListWhenNear();
  const known = categories.some(({ key }) => key === ticket.category);
  return (
    <>
      <div className={classes.pair}>
        <Select
          {...near}
          label="Priority"
          data={priorityChoices}
          value={saving?.priority ?? ticket.priority}
          error={errors.priority}
          onChange={(priority) => save({ priority: priority as TicketPriority })}
        />
        <Select
          {...near}
          label="Category"
          data={[
            ...categories.map(({ key, name }) => ({ value: key, label: name })),
            // A category that was removed from the settings.
            ...(known ? [] : [{ value: ticket.category, label: ticket.category }]),
          ]}
          value={saving?.category ?? ticket.category}
          error={errors.category}
          onChange={(category) => save({ category: category ?? ticket.category })}
        />
      </div>
      <Tags ticket={ticket} edit={{ save, saving, errors }} />
    </>
  );
}

interface TagsProps {
  ticket: TicketView;
  edit: ReturnType<typeof useTicketEdit>;
}
function Tags({ ticket, edit: { save, saving, errors } }: TagsProps) {
  const [text, setText] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const { tags: inUse } = useTicketTags(text, wasOpened);
  const near = useListWhenNear();
  const tags = [
    ...ticket.tags.filter((tag) => !saving?.removeTags?.includes(tag)),
    ...(saving?.addTags ?? []),
  ];
  return (
    <TagsInput
      {...near}
      label="Tags"
      placeholder={tags.length === 0 ? 'Add a tag' : ''}
      maxLength={40}
      maxTags={maxTicketTags}
      data={inUse}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      value={tags}
      error={errors.addTags}
      onChange={(chosen) =>
        save({
          addTags: chosen.filter((tag) => !tags.includes(tag)),
          removeTags: tags.filter((tag) => !chosen.includes(tag)),
        })
      }
    />
  );
}

function ReadFields({ ticket: { priority, category, tags } }: { ticket: TicketView }) {
  const { categories } = useSupportOptions();
  return (
    <Facts
      facts={[
        ['Priority', priorityLabels[priority]],
        ['Category', categoryName(category, categories)],
        ['Tags', tags.join(', ')],
      ]}
    />
  );
}

function Times({ ticket }: { ticket: TicketView }) {
  const { createdAt, firstResponseAt, resolvedAt, dueAt, isOverdue } = ticket;
  const due = dueText(ticket, Date.now());
  return (
    <Facts
      facts={[
        ['Created', <DateText key="created" value={createdAt} withTime />],
        ['First response', firstResponseAt && <DateText key="first" value={firstResponseAt} withTime />],
        [
          'Due',
          dueAt && (
            <span key="due" className={isOverdue ? 'medium bad' : undefined} title={due ?? undefined}>
              <DateText value={dueAt} withTime />
              {isOverdue && ` · ${due?.toLowerCase()}`}
            </span>
          ),
        ],
        ['Resolved', resolvedAt && <DateText key="resolved" value={resolvedAt} withTime />],
      ]}
    />
  );
}
