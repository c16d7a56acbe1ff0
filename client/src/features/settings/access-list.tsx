import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Access } from '#shared/schemas/accesses.ts';
import { Button } from '#client/ui/button.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatMoment } from '#client/lib/format.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './account.module.css';

interface AccessListProps {
  accesses: readonly Access[];
  /** Called with what is left once the answer has been stored. */
  onAnswered: (left: Access[]) => void;
}

const keyOf = ({ kind, id }: Access): string => `${kind} ${id}`;
const refOf = ({ kind, id }: Access) => ({ kind, id });

/**
 * What opens something of the account without its password, each with the choice to keep or to end it. What a recovery
 * has suspended ends unless it is chosen; what works goes on unless its choice is removed.
 */
export function AccessList({ accesses, onAnswered }: AccessListProps) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(
    () => new Set(accesses.filter(({ suspended }) => !suspended).map((access) => keyOf(access))),
  );
  const utils = trpc.useUtils();
  const { mutate, isPending } = trpc.account.answerAccesses.useMutation({
    meta: { failure: { title: 'account.accesses.failed' } },
    onSuccess(left) {
      utils.account.accesses.setData(undefined, left);
      onAnswered(left);
    },
    onSettled: () =>
      Promise.all([
        utils.tokens.list.invalidate(),
        utils.webhooks.list.invalidate(),
        utils.passkeys.list.invalidate(),
        utils.frame.list.invalidate(),
        utils.box.list.invalidate(),
      ]),
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    const isKept = (access: Access) => kept.has(keyOf(access));
    mutate({
      keep: accesses.filter((access) => access.suspended && isKept(access)).map(refOf),
      end: accesses.filter((access) => !isKept(access)).map(refOf),
    });
  }

  function choose(access: Access, keep: boolean) {
    const next = new Set(kept);
    if (keep) next.add(keyOf(access));
    else next.delete(keyOf(access));
    setKept(next);
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <fieldset className={classes.group}>
        <legend className={classes.strong}>{t('account.accesses.legend')}</legend>
        {accesses.map((access) => (
          <AccessItem
            key={keyOf(access)}
            access={access}
            kept={kept.has(keyOf(access))}
            onChoose={(keep) => choose(access, keep)}
          />
        ))}
      </fieldset>
      <Button type="submit" aria-disabled={isPending} className={classes.submit}>
        {t(isPending ? 'account.accesses.pending' : 'account.accesses.submit')}
      </Button>
    </form>
  );
}

interface AccessItemProps {
  access: Access;
  kept: boolean;
  onChoose: (keep: boolean) => void;
}

function AccessItem({ access, kept, onChoose }: AccessItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const { kind, name, createdAt, usedAt } = access;
  const made = t('account.accesses.made', { when: formatMoment(createdAt, language) });
  const used = usedAt ? ` · ${t('account.accesses.used', { when: formatMoment(usedAt, language) })}` : '';
  const label =
    name === null
      ? t(`account.accesses.kind.${kind}`)
      : t('account.accesses.named', { kind: t(`account.accesses.kind.${kind}`), name });
  return (
    <div>
      <label className={`${classes.check} ${classes.strong}`}>
        <input
          type="checkbox"
          aria-describedby={id}
          checked={kept}
          onChange={({ target }) => onChoose(target.checked)}
        />
        {label}
      </label>
      <p id={id} className={`${classes.soft} ${classes.detail}`}>
        {made + used}
      </p>
    </div>
  );
}
