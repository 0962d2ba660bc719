/*
 * A form on a page, in sections; short forms use a FormDrawer instead. In a feature:
 *
 *   const form = useZodForm(StoreInput, toValues, store);
 *   return (
 *     <FormPage title="Edit location" form={form} save={save} back={{ to: '/locations', label: 'Locations' }}>
 *       <FormSection title="Name and contact">
 *         <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
 *       </FormSection>
 *     </FormPage>
 *   );
 *
 * `save` receives the parsed values, the version that was loaded, and the values that changed since:
 * an edit sends only these. `onSaved` receives its result.
 */

import { Button, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Back } from '../../core/pages/screens.ts';
import { PageTitle } from '../record/page-title.tsx';
import { StickyBar } from '../record/sticky-bar.tsx';
import { useIsNarrow } from '../use-is-narrow.ts';
import { SaveState, saveLabelFor } from './drafts/save-state.tsx';
import { useUnsavedGuard } from './drafts/unsaved-guard.tsx';
import classes from './form.module.css';
import { FormShell } from './form-shell.tsx';
import type { FormFace, Save, Submits } from './use-zod-form.ts';

interface FormPageProps<Output, Saved> {
  title: string;
  form: FormFace & Submits<Output>;
  save: Save<Output, Saved>;
  /** Called after saving with the result of `save`, usually to navigate. */
  onSaved?: (saved: Saved) => void;
  /** Omitted on the first level. */
  back?: Back;
  saveLabel?: string;
  /** For content without fields: the save bar only appears if there are unsaved changes elsewhere. */
  hasNoFields?: boolean;
  /** The titles of the sections of a long form, which phones offer to jump to. */
  sections?: readonly string[];
  /** A `HistoryButton` that shows who changed the record. */
  history?: ReactNode;
  children: ReactNode;
}

export function FormPage<Output, Saved>(props: FormPageProps<Output, Saved>) {
  const {
    title,
    form,
    save,
    onSaved,
    back,
    saveLabel = saveLabelFor(title, form.isNew),
    hasNoFields,
    sections,
    history,
    children,
  } = props;
  const isUnsaved = form.changed.length > 0;
  const isWrong = Object.keys(form.errors).length > 0;
  const leave = useUnsavedGuard(isUnsaved);
  const isNarrow = useIsNarrow();
  async function submit(): Promise<void> {
    const done = await form.submit(async (values, version, changed) => {
      const saved = await save(values, version, changed);
      return saved === null ? null : { saved };
    });
    if (done) leave(() => onSaved?.(done.saved));
  }
  return (
    <FormShell
      className={`column gap-4 min-w-0 ${classes.page}`}
      form={form}
      label={title}
      onSubmit={() => void submit()}
    >
      <PageTitle title={title} actions={history} {...(back && { back })} />
      {isNarrow && sections && <SectionJumps sections={sections} />}
      {children}
      <StickyBar className="text-sm" hidden={hasNoFields && !isUnsaved && !isWrong}>
        <SaveState form={form} />
        <span className="flex gap-2 ml-auto">
          {isUnsaved && (
            <Button variant="default" onClick={form.restart} disabled={form.isSaving}>
              Discard
            </Button>
          )}
          <Button type="submit" loading={form.isSaving} disabled={!form.isNew && !isUnsaved && !isWrong}>
            {saveLabel}
          </Button>
        </span>
      </StickyBar>
    </FormShell>
  );
}

/** The ID of a section, for `sections` of the form. */
export const sectionId = (title: string): string => `section-${title.toLowerCase().replaceAll(' ', '-')}`;

function SectionJumps({ sections }: { sections: readonly string[] }) {
  function jump(title: string): void {
    const section = document.getElementById(sectionId(title));
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  }
  return (
    <nav aria-label="Sections" className="flex wrap gap-2">
      {sections.map((title) => (
        <Button key={title} variant="default" size="compact-sm" onClick={() => jump(title)}>
          {title}
        </Button>
      ))}
    </nav>
  );
}

interface FormSectionProps {
  title: string;
  /** Explains the purpose of these fields if it isn't obvious. */
  text?: string;
  children: ReactNode;
}
export function FormSection({ title, text, children }: FormSectionProps) {
  return (
    <section id={sectionId(title)} tabIndex={-1} className={`card grid gap-2 gap-x-8 ${classes.section}`}>
      <div>
        <Title order={2}>{title}</Title>
        {text && <p className="m-0 mt-1 text-sm secondary">{text}</p>}
      </div>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}
