import { pluralize } from '@aisle/contract/core/pluralize';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import {
  type MessageDraft,
  type MessageDraftView,
  messageDraftRoutes,
} from '@aisle/contract/service/message-drafts';
import {
  type BulkMessageDraft,
  type MessageAudienceData,
  messageRoutes,
} from '@aisle/contract/service/messages';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useUnsavedGuard } from '../../ui/form/drafts/unsaved-guard.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm, type ZodForm } from '../../ui/form/use-zod-form.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { AudienceFields, useSaveAsGroup } from './audience-fields.tsx';
import {
  ComposerFields,
  type ComposerValues,
  contentOf,
  copyValues,
  draftContent,
  draftOf,
  draftValues,
  newValues,
} from './composer-values.ts';
import { ContentFields } from './content-fields.tsx';
import { AudiencePanel, PreviewPanel } from './message-preview.tsx';
import classes from './messages.module.css';
import { previewRequest, usePreview } from './use-preview.ts';

export type ComposerForm = ZodForm<ComposerValues, z.output<typeof BulkMessageDraft>>;

const back = { to: '/messages', label: 'Messages' } as const;

interface Start {
  values: ComposerValues;
  /** The names of the records in the audience. */
  names: MessageAudienceData | null;
  /** The draft that is continued. */
  draft?: MessageDraftView;
}

/** Writes a message to many customers, with a live recipient count and preview. */
export function Composer() {
  const search = useSearch({ from: '/shell/messages/new' });
  const { copy, draft, template, group } = search;
  const query = useStart();
  const key = JSON.stringify(search);
  if (!copy && !draft && !template && !group) {
    return <Form key={key} start={{ values: newValues(), names: null }} />;
  }
  return (
    <Loaded query={query} back={back}>
      {(start) => <Form key={key} start={start} />}
    </Loaded>
  );
}

const noNames = { locations: [], boughtSubProduct: null, boughtCategory: null, plan: null };
/** What the search starts from: a copy, a draft, a template or a group. */
function useStart() {
  const { copy, draft, template, group } = useSearch({ from: '/shell/messages/new' });
  const copied = useQuery({
    ...read(messageRoutes.get, { params: { id: copy ?? '' } }),
    enabled: copy !== undefined,
    select: (message): Start => ({ values: copyValues(message), names: message.audienceData }),
  });
  const stored = useQuery({
    ...read(messageDraftRoutes.get, { params: { id: draft ?? template ?? '' } }),
    // Read once: the form keeps what was typed since, and a sent draft is gone.
    enabled: ({ state }) => (draft !== undefined || template !== undefined) && state.data === undefined,
    gcTime: 0,
    select: (found): Start =>
      draft === undefined
        ? { values: { ...newValues(), ...contentOf(found), name: '' }, names: null }
        : { values: draftValues(found), names: found.audienceData, draft: found },
  });
  const grouped = useQuery({
    ...read(customerGroupRoutes.show, { params: { id: group ?? '' } }),
    enabled: group !== undefined,
    select: ({ _id, name }): Start => ({
      values: newValues(_id),
      names: { ...noNames, group: { _id, name } },
    }),
  });
  return copy ? copied : group ? grouped : stored;
}

function Form({ start }: { start: Start }) {
  const { names } = start;
  const draft: MessageDraft | undefined = start.draft;
  const form = useZodForm(
    ComposerFields,
    (record?: MessageDraft) => (record ? draftValues(record) : start.values),
    draft,
  );
  const leave = useUnsavedGuard(form.changed.length > 0);
  const send = useSend(form, { draftId: draft?._id, leave });
  const preview = usePreview(form.values);
  const saving = useSaveAsGroup(form);
  const isScheduled = form.values.when === 'later';
  return (
    <>
      <FormShell
        className={`column gap-4 min-w-0 ${classes.form}`}
        form={form}
        label="New message"
        onSubmit={() => void send().catch(() => undefined)}
      >
        <PageTitle title={draft ? 'Draft' : 'New message'} back={back} />
        <div className={`grid align-start gap-4 ${classes.composer}`}>
          <div className="grid gap-4">
            <AudienceFields form={form} names={names} saving={saving} />
            <ContentFields form={form} />
            <Panel title="Schedule">
              <Schedule form={form} />
            </Panel>
            <div className="row wrap between gap-2">
              <TestButton values={form.values} />
              <div className="row wrap gap-2">
                <SaveDraft form={form} draft={draft} leave={leave} />
                <Button type="submit" loading={form.isSaving} disabled={preview.data?.count === 0}>
                  {isScheduled ? 'Schedule message' : 'Send message'}
                </Button>
              </div>
            </div>
          </div>
          <div className={classes.side}>
            <AudiencePanel
              found={preview.data}
              error={preview.error}
              retry={() => void preview.refetch()}
              isFetching={preview.isFetching}
            />
            <PreviewPanel
              channel={form.values.channel}
              examples={preview.data?.examples ?? []}
              hint={form.values.body.trim() === '' ? 'Start typing to see a preview.' : null}
            />
          </div>
        </div>
      </FormShell>
      {saving.dialog}
    </>
  );
}

type Leave = (go: () => void) => void;

/** Sends the message after a confirmation with the current number of recipients. */
function useSend(form: ComposerForm, { draftId, leave }: { draftId: string | undefined; leave: Leave }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const send = useWrite(messageRoutes.send);
  const isScheduled = form.values.when === 'later';
  return async (): Promise<void> => {
    const done = await form.submit(async (body) => {
      // Recounts, because the panel can show the count of an earlier audience.
      const { count } = await client.fetchQuery({
        ...read(messageRoutes.preview, { body: previewRequest(form.values) }),
        staleTime: 0,
      });
      const isSure = await confirm({
        title: isScheduled
          ? `Schedule “${body.name}”?`
          : `Send “${body.name}” to ${pluralize(count, 'person', 'people')}?`,
        text: isScheduled
          ? 'Recipients are chosen when sending starts. You can cancel until then.'
          : "You can stop sending, but you can't undo messages that were sent.",
        confirm: isScheduled ? 'Schedule message' : 'Send message',
        danger: false,
      });
      return isSure ? send.mutateAsync({ body: { ...body, ...(draftId && { draftId }) } }) : null;
    });
    const id = done?._id;
    if (id) leave(() => void navigate({ to: '/messages/view/$id', params: { id } }));
  };
}

interface SaveDraftProps {
  form: ComposerForm & { rebase: (saved: MessageDraft) => void };
  draft: MessageDraft | undefined;
  leave: Leave;
}
/** Saves an unfinished message, or its content as a template. */
function SaveDraft({ form, draft, leave }: SaveDraftProps) {
  const navigate = useNavigate();
  const create = useWrite(messageDraftRoutes.create);
  const edit = useWrite(messageDraftRoutes.edit);

  async function save(): Promise<void> {
    const body = draftOf(form.values);
    if (draft) {
      form.rebase(
        await edit.mutateAsync({
          params: { id: draft._id },
          body: { ...body, version: form.base.version },
        }),
      );
      return;
    }
    const { _id: id } = await create.mutateAsync({ body: { ...body, kind: 'draft' } });
    leave(() => void navigate({ to: '/messages/new', search: { draft: id }, replace: true }));
  }
  const saveTemplate = () => create.mutate({ body: { ...draftContent(form.values), kind: 'template' } });
  return (
    <>
      <MenuButton
        button={
          <Button variant="subtle" color="gray">
            More
          </Button>
        }
        entries={[{ label: 'Save as template', onClick: saveTemplate }]}
      />
      <Button
        variant="default"
        loading={create.isPending || edit.isPending}
        onClick={() => void save().catch(() => undefined)}
      >
        Save draft
      </Button>
    </>
  );
}

function Schedule({ form }: { form: ComposerForm }) {
  return (
    <div className="grid gap-3">
      <SegmentedControl
        aria-label="When to send"
        data={[
          { value: 'now', label: 'Send now' },
          { value: 'later', label: 'Send later' },
        ]}
        {...form.getInputProps('when')}
      />
      {form.values.when === 'later' && (
        <TextInput
          type="datetime-local"
          label="Date and time"
          description={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          withAsterisk
          {...form.getInputProps('sendAt')}
        />
      )}
    </div>
  );
}

function TestButton({ values }: { values: ComposerValues }) {
  const test = useWrite(messageRoutes.test);
  const { channel, subject, body, button } = values;
  const isReady = body.trim() !== '' && (channel === 'sms' || subject.trim() !== '');
  return (
    <Button
      variant="default"
      disabled={!isReady}
      loading={test.isPending}
      onClick={() =>
        test.mutate({ body: { channel, subject, body, button: channel === 'push' ? null : button } })
      }
    >
      Send test to me
    </Button>
  );
}
