import { authRoutes } from '@aisle/contract/system/auth/auth';
import { Button, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useWrite } from '../../core/api.ts';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { FormProblem } from './form-problem.tsx';
import { SignedOut } from './signed-out.tsx';

/**
 * The target of the link in the email to the new address. It needs a click, because some mail programs open links
 * automatically.
 */
export function ConfirmEmail() {
  const { token = '' } = useParams({ strict: false });
  const confirming = useWrite(authRoutes.confirmEmail, { quiet: true });
  return (
    <EmailLink
      title="Confirm your email"
      text="Other devices are signed out when the new email counts."
      action="Confirm email"
      done={confirming.data && `From now on, sign in with ${confirming.data.email}.`}
      problem={confirming.error?.message ?? null}
      isBusy={confirming.isPending}
      onAct={() => confirming.mutate({ body: { token } })}
    />
  );
}

/** The target of the link in the email to the old address. */
export function KeepEmail() {
  const { token = '' } = useParams({ strict: false });
  const keeping = useWrite(authRoutes.keepEmail, { quiet: true });
  return (
    <EmailLink
      title="Keep your email"
      text="The new email doesn't count, and your account is signed out everywhere."
      action="Keep this email"
      done={
        keeping.data &&
        `Your email stays ${keeping.data.email}. Choose “Forgot your password?” on the sign-in page to set a new one.`
      }
      problem={keeping.error?.message ?? null}
      isBusy={keeping.isPending}
      onAct={() => keeping.mutate({ body: { token } })}
    />
  );
}

interface EmailLinkProps {
  title: string;
  text: string;
  action: string;
  done: string | undefined;
  problem: string | null;
  isBusy: boolean;
  onAct: () => void;
}
function EmailLink({ title, text, action, done, problem, isBusy, onAct }: EmailLinkProps) {
  return (
    <SignedOut title={title} {...(!done && { text })}>
      <Stack gap="md">
        {done ? (
          <Text role="status">{done}</Text>
        ) : (
          <Button fullWidth loading={isBusy} onClick={onAct}>
            {action}
          </Button>
        )}
        <FormProblem message={problem} />
        <AnchorLink to="/login" size="sm" ta="center">
          Go to sign in
        </AnchorLink>
      </Stack>
    </SignedOut>
  );
}
