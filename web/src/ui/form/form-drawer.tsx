/*
 * A short form over its list. The list loads it with `lazy`, so that it doesn't delay the first rows.
 * In a feature (see brands/brand-form.tsx):
 *
 *   const form = useZodForm(BrandInput, toValues, brand);
 *   return (
 *     <FormDrawer title={brand ? 'Edit brand' : 'New brand'} form={form} save={save} onClose={onClose}>
 *       <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
 *     </FormDrawer>
 *   );
 */
import { Button, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { SaveState, saveLabelFor } from './drafts/save-state.tsx';
import { confirmDiscard, useUnsavedGuard } from './drafts/unsaved-guard.tsx';
import classes from './form.module.css';
import { FormShell } from './form-shell.tsx';
import type { FormFace, Save, Submits } from './use-zod-form.ts';

interface FormDrawerProps<Output> {
  title: string;
  form: FormFace & Submits<Output>;
  save: Save<Output, unknown>;
  onClose: () => void;
  /** Called after saving and closing, usually to navigate. Within `save`, unsaved changes would still block that. */
  onSaved?: (() => void) | undefined;
  saveLabel?: string;
  /** False if the fields contain data that no browser should store. */
  keepsDraft?: boolean;
  /** A `HistoryButton` that shows who changed the record. */
  history?: ReactNode;
  children: ReactNode;
}

export function FormDrawer<Output>({
  title,
  form,
  save,
  onClose,
  onSaved,
  saveLabel = saveLabelFor(title, form.isNew),
  keepsDraft = true,
  history,
  children,
}: FormDrawerProps<Output>) {
  const isUnsaved = form.changed.length > 0;
  const leave = useUnsavedGuard(isUnsaved);
  async function submit(): Promise<void> {
    const done = await form.submit(async (values, version, changed) => {
      await save(values, version, changed);
      return true;
    });
    if (!done) return;
    leave(() => {
      onClose();
      onSaved?.();
    });
  }
  async function close(): Promise<void> {
    if (!isUnsaved || (await confirmDiscard())) leave(onClose);
  }
  return (
    <Drawer
      opened
      onClose={() => void close()}
      position="right"
      size={480}
      title={title}
      classNames={{ content: 'column', body: `column grow ${classes.drawerBody}` }}
    >
      <FormShell
        className="column grow"
        form={form}
        label={title}
        onSubmit={() => void submit()}
        keepsDraft={keepsDraft}
      >
        <div className={`column gap-4 grow ${classes.drawerFields}`}>{children}</div>
        <div className={`row gap-2 text-sm ${classes.drawerFoot}`}>
          {history}
          <SaveState form={form} />
          <Button variant="default" ml="auto" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {saveLabel}
          </Button>
        </div>
      </FormShell>
    </Drawer>
  );
}
