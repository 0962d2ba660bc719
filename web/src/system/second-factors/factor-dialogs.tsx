import { Suspense } from 'react';
import { later } from '../../core/pages/lazy.ts';

const TotpDialog = later(() => import('./totp-dialog.tsx').then((module) => module.TotpDialog));
const PasskeyDialog = later(() => import('./passkey-dialog.tsx').then((module) => module.PasskeyDialog));
const RecoveryCodes = later(() => import('./recovery-codes.tsx').then((module) => module.RecoveryCodes));

/** The open dialog, if any. */
export type FactorDialog = { kind: 'totp' } | { kind: 'passkey' } | { kind: 'codes'; codes: string[] } | null;

interface FactorDialogsProps {
  dialog: FactorDialog;
  onChange: (dialog: FactorDialog) => void;
  /** Called when a factor is set up and the user has seen the recovery codes. */
  onDone?: () => void;
}

/** Sets up a factor, then shows the recovery codes created with the first one. */
export function FactorDialogs({ dialog, onChange, onDone }: FactorDialogsProps) {
  const close = () => onChange(null);
  const finish = () => {
    close();
    onDone?.();
  };
  const added = (codes: string[] | null) => (codes ? onChange({ kind: 'codes', codes }) : finish());
  return (
    <Suspense>
      {dialog?.kind === 'totp' && <TotpDialog onClose={close} onAdded={added} />}
      {dialog?.kind === 'passkey' && <PasskeyDialog onClose={close} onAdded={added} />}
      {dialog?.kind === 'codes' && <RecoveryCodes codes={dialog.codes} onClose={finish} />}
    </Suspense>
  );
}
