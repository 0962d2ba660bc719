import { Switch, type SwitchProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { loadQueued, outlivesSignOut, setKeepAfterSignOut } from '../../../core/offline/write-queue.ts';

/** Sets whether drafts and unsent changes stay in this browser, encrypted, after signing out. */
export function UnfinishedDraftSwitch(props: Pick<SwitchProps, 'size' | 'description'>) {
  const [outlives, setOutlives] = useState(false);
  useEffect(() => {
    void loadQueued().then(outlivesSignOut).then(setOutlives);
  }, []);
  return (
    <Switch
      {...props}
      color="teal"
      label="Keep unfinished work when I sign out (encrypted)"
      checked={outlives}
      onChange={({ currentTarget: { checked } }) => {
        setOutlives(checked);
        void setKeepAfterSignOut(checked);
      }}
    />
  );
}
