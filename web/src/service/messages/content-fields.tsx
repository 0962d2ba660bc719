import { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import {
  bulkMessageFields,
  messageChannelLabels,
  messageChannels,
  messageRoutes,
} from '@aisle/contract/service/messages';
import { Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { AddButton } from '../../ui/form/add-button.tsx';
import { TemplateText } from '../../ui/form/fields/template-text.tsx';
import { RemoveButton } from '../../ui/form/remove-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { type ContentValues, contentOf } from './composer-values.ts';
import classes from './messages.module.css';

/** The part of a form that the content needs, for messages and for templates. */
export interface ContentForm {
  values: ContentValues;
  getInputProps(path: string): ReturnType<UseFormReturnType<ContentValues>['getInputProps']>;
  setValues(values: Partial<ContentValues>): void;
}

/** The content of a message: its channel, texts and button. */
export function ContentFields({ form, isTemplate = false }: { form: ContentForm; isTemplate?: boolean }) {
  const rules = useQuery(read(messageRoutes.channels, {}));
  const { channel } = form.values;
  if (!rules.data) return <Skeleton height={320} className="after-a-while" />;
  const channels = messageChannels.map((value) => ({
    value,
    label: messageChannelLabels[value],
    disabled: rules.data.channels.every((one) => one !== value),
  }));
  return (
    <Panel title={isTemplate ? 'Template' : 'Message'} tools={!isTemplate && <UseTemplate form={form} />}>
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
        {channel !== 'push' && <ButtonFields form={form} />}
      </div>
    </Panel>
  );
}

function ButtonFields({ form }: { form: ContentForm }) {
  if (form.values.button === null) {
    return (
      <AddButton onClick={() => form.setValues({ button: { label: '', url: '' } })}>Add button</AddButton>
    );
  }
  return (
    <div className={classes.button}>
      <TextInput
        label="Button label"
        withAsterisk
        placeholder="See the offers"
        {...form.getInputProps('button.label')}
      />
      <TextInput
        label="Button address"
        withAsterisk
        placeholder="https://"
        inputMode="url"
        {...form.getInputProps('button.url')}
      />
      <RemoveButton label="Remove button" onClick={() => form.setValues({ button: null })} />
    </div>
  );
}

const listed = { filters: { kind: 'template' }, limit: 50 } as const;

/** Fills in the content of a template. */
function UseTemplate({ form }: { form: ContentForm }) {
  const templates = useQuery(read(messageDraftRoutes.list, { body: listed })).data?.records ?? [];
  if (templates.length === 0) return null;

  async function fill(content: ContentValues): Promise<void> {
    const { subject, body, button } = form.values;
    const isEmpty = !subject.trim() && !body.trim() && button === null;
    const isSure =
      isEmpty ||
      (await confirm({
        title: `Use ${content.name}?`,
        text: 'It replaces the subject, the text and the button.',
        confirm: 'Use template',
        danger: false,
      }));
    if (!isSure) return;
    const { name: _, ...replaced } = content;
    form.setValues(replaced);
  }
  return (
    <MenuButton
      button={
        <Button variant="subtle" color="teal" size="compact-sm">
          Use template
        </Button>
      }
      width={280}
      entries={templates.map((template) => ({
        label: template.name,
        onClick: () => void fill(contentOf(template)),
      }))}
    />
  );
}
