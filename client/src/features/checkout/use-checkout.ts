import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PackageId } from '../../../../shared/packages.ts';
import { href } from '../../../../shared/pages.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { announce } from '../../lib/app-events.ts';
import { openInNewTab } from '../../lib/new-tab.ts';
import { showFailure } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { useOnce } from '../../lib/use-once.ts';

export interface OpenedCheckout {
  url: string;
  /** The browser did not let the page open the tab by itself. */
  blocked: boolean;
}

/**
 * Asks for the payment page of a package and opens it in a new tab: once, however often effects run and whichever
 * language the page changes to. Null until then. Where it fails, says so and leaves for the create page.
 */
export function useCheckout(packageId: PackageId): OpenedCheckout | null {
  const language = useLanguage();
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  const [opened, setOpened] = useState<OpenedCheckout | null>(null);
  const here = useRef(false);

  async function open() {
    try {
      const { url } = await client.credits.checkout.mutate({ packageType: packageId, language });
      if (!url) throw new Error('No checkout URL received');
      // Who has left in the meantime must not be followed by a tab.
      if (!here.current) return;
      setOpened({ url, blocked: !openInNewTab(url) });
      announce({ type: 'checkout-opened' });
    } catch (error) {
      console.info('The checkout could not be set up', error);
      if (!here.current) return;
      showFailure({ title: 'checkout.failed', text: 'checkout.failedText' });
      void navigate(href(language, 'create'), { replace: true });
    }
  }

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useOnce(() => void open());

  return opened;
}
