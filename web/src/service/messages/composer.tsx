import { pluralize } from '@aisle/contract/core/pluralize';
import { templateProblem } from '@aisle/contract/core/templates';
import {
  type BulkMessageDraft,
  type BulkMessageView,
  bulkMessageFields,
  MessageAudience,
  messageChannelLabels,
  messageChannels,
  messageRoutes,
} from '@aisle/contract/service/messages';
import { Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useUnsavedGuard } from '../../ui/form/drafts/unsaved-guard.tsx';
import { TemplateText } from '../../ui/form/fields/template-text.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm, type ZodForm } from '../../ui/form/use-zod-form.ts';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { audienceOf, ComposerFields, type ComposerValues, composerValues } from './composer-values.ts';
import { AudiencePanel, PreviewPanel } from './message-preview.tsx';
import { MessageTabs } from './message-tabs.tsx';
import classes from './messages.module.css';

export type ComposerForm = ZodForm<ComposerValues, z.output<typeof BulkMessageDraft>>;

/** Writes a message to many customers, with a live recipient count and preview. */
export function Composer() {
  const { copy } = useSearch({ from: '/shell/messages' });
  const query = useQuery({
    ...read(messageRoutes.get, { params: { id: copy ?? '' } }),
    enabled: copy !== undefined,
  });
  if (copy === undefined) return <Form key="new" copied={undefined} />;
  return (
    <Loaded query={query} back={{ to: '/messages/history', label: 'Messages' }}>
      {(message) => <Form key={copy} copied={message} />}
    </Loaded>
  );
}

function Form({ copied }: { copied: BulkMessageView | undefined }) {
  const form: ComposerForm = useZodForm(ComposerFields, () => composerValues(copied));
  const navigate = useNavigate();
  const client = useQueryClient();
  const send = useWrite(messageRoutes.send);
  const leave = useUnsavedGuard(form.changed.length > 0);
  const preview = usePreview(form.values);
  const isScheduled = form.values.when === 'later';

  async function submit(): Promise<void> {
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
      return isSure ? send.mutateAsync({ body }) : null;
    });
    const id = done?._id;
    if (id) leave(() => void navigate({ to: '/messages/view/$id', params: { id } }));
  }
  return (
    <FormShell
      className={`column gap-4 min-w-0 ${classes.form}`}
      form={form}
      label="New message"
      onSubmit={() => void submit().catch(() => undefined)}
    >
      <PageTitle title="Messages" />
      <MessageTabs isOn="new" />
      <div className={`grid align-start gap-4 ${classes.composer}`}>
        <div className="grid gap-4">
          <Panel title="Audience">
            <AudienceFields form={form} boughtItem={copied?.audienceData.boughtSubProduct ?? null} />
          </Panel>
          <Wording form={form} />
          <Panel title="Schedule">
            <Schedule form={form} />
          </Panel>
          <div className="row wrap between gap-2">
            <TestButton values={form.values} />
            <Button type="submit" loading={form.isSaving} disabled={preview.data?.count === 0}>
              {isScheduled ? 'Schedule message' : 'Send message'}
            </Button>
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
  );
}

/** The request for the count and the examples; omits text with incomplete fields. */
function previewRequest({ channel, subject, body, audience }: ComposerValues) {
  const parsed = MessageAudience.safeParse(audienceOf(audience));
  const isReadable = [subject, body].every((text) => templateProblem(text, bulkMessageFields) === null);
  return {
    channel,
    audience: parsed.success ? audienceOf(audience) : {},
    ...(isReadable && { subject, body }),
  };
}

/** The count and the examples, requested shortly after the user stops typing. */
function usePreview(values: ComposerValues) {
  const isAudience = MessageAudience.safeParse(audienceOf(values.audience)).success;
  const [requested] = useDebouncedValue(JSON.stringify(previewRequest(values)), 350);
  return useQuery({
    ...read(messageRoutes.preview, { body: JSON.parse(requested) as ReturnType<typeof previewRequest> }),
    enabled: isAudience,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

function Wording({ form }: { form: ComposerForm }) {
  const rules = useQuery(read(messageRoutes.channels, {}));
  const { channel } = form.values;
  if (!rules.data) return <Skeleton height={320} className="after-a-while" />;
  const channels = messageChannels.map((value) => ({
    value,
    label: messageChannelLabels[value],
    disabled: rules.data.channels.every((one) => one !== value),
  }));
  return (
    <Panel title="Message">
      <div className="grid gap-3">
        <TextInput
          label="Name"
          description="For your own lists. Customers don't see it."
          withAsterisk
          {...form.getInputProps('name')}
        />
        {rules.data.channels.length > 1 && (
          <SegmentedControl aria-label="Channel" data={channels} {...form.getInputProps('channel')} />
        )}
        {channel !== 'sms' && (
          <TemplateText
            label={channel === 'push' ? 'Title' : 'Subject'}
            fields={bulkMessageFields}
            withAsterisk
            {...form.getInputProps('subject')}
          />
        )}
        <TemplateText
          label="Text"
          fields={bulkMessageFields}
          isLong
          withAsterisk
          {...form.getInputProps('body')}
        />
      </div>
    </Panel>
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
  const { channel, subject, body } = values;
  const isReady = body.trim() !== '' && (channel === 'sms' || subject.trim() !== '');
  return (
    <Button
      variant="default"
      disabled={!isReady}
      loading={test.isPending}
      onClick={() => test.mutate({ body: { channel, subject, body } })}
    >
      Send test to me
    </Button>
  );
}
