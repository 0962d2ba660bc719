import { type MessageDraft, messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { BulkMessageDraft } from '@aisle/contract/service/messages';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useUnsavedGuard } from '../../ui/form/drafts/unsaved-guard.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { contentOf, draftContent, emptyContent } from './composer-values.ts';
import { ContentFields } from './content-fields.tsx';
import { PreviewPanel } from './message-preview.tsx';
import classes from './messages.module.css';
import { usePreview } from './use-preview.ts';

const back = { to: '/messages/drafts', search: { kind: 'template' }, label: 'Templates' } as const;

const { name, channel, subject, body, button } = BulkMessageDraft.shape;
const TemplateFields = z.strictObject({ name, channel, subject, body, button });

/** Writes the content of later messages. */
export function TemplateScreen() {
  const { id } = useSearch({ from: '/shell/messages/template' });
  const query = useQuery({
    ...read(messageDraftRoutes.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  if (id === undefined) return <TemplateForm key="new" template={undefined} />;
  return (
    <Loaded query={query} back={back}>
      {(template) => <TemplateForm key={id} template={template} />}
    </Loaded>
  );
}

function TemplateForm({ template }: { template: MessageDraft | undefined }) {
  const navigate = useNavigate();
  const create = useWrite(messageDraftRoutes.create);
  const edit = useWrite(messageDraftRoutes.edit);
  const form = useZodForm(
    TemplateFields,
    (record?: MessageDraft) => (record ? contentOf(record) : emptyContent),
    template,
  );
  const { values } = form;
  const leave = useUnsavedGuard(form.changed.length > 0);
  const preview = usePreview(values);

  async function save(): Promise<void> {
    const saved = await form.submit((_, version) => {
      const content = draftContent(form.values);
      return template
        ? edit.mutateAsync({ params: { id: template._id }, body: { ...content, version } })
        : create.mutateAsync({ body: { ...content, kind: 'template' } });
    });
    if (saved) leave(() => void navigate({ to: '/messages/drafts', search: { kind: 'template' } }));
  }
  return (
    <FormShell
      className={`column gap-4 min-w-0 ${classes.form}`}
      form={form}
      label={template ? 'Edit template' : 'New template'}
      onSubmit={() => void save().catch(() => undefined)}
    >
      <PageTitle title={template ? 'Edit template' : 'New template'} back={back} />
      <div className={`grid align-start gap-4 ${classes.composer}`}>
        <div className="grid gap-4">
          <ContentFields form={form} isTemplate />
          <div className="row wrap gap-2">
            <Button type="submit" loading={form.isSaving}>
              {template ? 'Save changes' : 'Create template'}
            </Button>
            {template && form.changed.length === 0 && (
              <ButtonLink to="/messages/new" search={{ template: template._id }} variant="default">
                New message from it
              </ButtonLink>
            )}
          </div>
        </div>
        <div className={classes.side}>
          <PreviewPanel
            channel={values.channel}
            examples={preview.data?.examples ?? []}
            hint={values.body.trim() === '' ? 'Start typing to see a preview.' : null}
          />
        </div>
      </div>
    </FormShell>
  );
}
