import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PackageId } from '#shared/packages.ts';
import { href } from '#shared/pages.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { emitAppEvent } from '#client/entities/user/app-events.ts';
import { openInNewTab } from '#client/lib/new-tab.ts';
import { trpc } from '#client/api/trpc.ts';
import { useOnce } from '#client/lib/use-once.ts';

export interface OpenedCheckout {
  url: string;
  /** The browser blocked the page from opening the tab by itself. */
  blocked: boolean;
}

const failure = { title: 'checkout.failed', text: 'checkout.failedText', byCode: false } as const;

/**
 * Requests the payment page of a package and opens it in a new tab: once, however often effects run and whichever
 * language the page switches to. Null until then. On failure, shows a toast and goes to the create page. If the visitor
 * leaves first, no toast is shown and no tab opens.
 */
export function useCheckout(packageId: PackageId): OpenedCheckout | null {
  const language = useLanguage();
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  const [opened, setOpened] = useState<OpenedCheckout | null>(null);
  const here = useRef(false);
  const { mutate } = useMutation({
    async mutationFn() {
      const { url } = await client.credits.checkout.mutate({ packageType: packageId, language });
      if (!url) throw new Error('No checkout URL received');
      return url;
    },
    networkMode: 'always',
    meta: { failure: () => (here.current ? failure : null) },
  });

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useOnce(() =>
    // Not called if the page has unmounted.
    mutate(undefined, {
      onSuccess(url) {
        setOpened({ url, blocked: !openInNewTab(url) });
        emitAppEvent({ type: 'checkout-opened' });
      },
      onError(error) {
        console.info('The checkout could not be set up', error);
        void navigate(href(language, 'create'), { replace: true });
      },
    }),
  );

  return opened;
}
