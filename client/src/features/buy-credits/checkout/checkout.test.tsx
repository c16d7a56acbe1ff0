// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal, show } from '#tests/components/render.tsx';
import { pendingPayment } from '#client/entities/purchase/payment-return.ts';
import { CheckoutPanel } from './checkout-panel.tsx';
import { usePaymentReturn } from './use-payment-return.ts';

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  notifications.clean();
});

const config = { priceNotes: { en: 'VAT included', it: 'IVA inclusa' } };

/** A response that the test settles. */
function later() {
  const { promise, reject } = Promise.withResolvers<never>();
  return { answer: () => promise, reject };
}

test('a checkout that can’t be opened is reported', async () => {
  show(<CheckoutPanel packageId="legacy" />, {
    'config.get': config,
    'credits.checkout': () => {
      throw refusal('payments_unavailable');
    },
  });
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toBe('ErrorFailed to setup checkout. Please try again.');
  await screen.findByText('(VAT included)');
  expect(screen.getByText('€24.99').parentElement?.textContent).toBe('€24.99 (VAT included)');
  expect(screen.getByText(/^By paying I ask Memori to add the credits at once\./)).toBeDefined();
});

test('no failure is reported after leaving the checkout', async () => {
  const { answer, reject } = later();
  const { queryClient, update } = show(<CheckoutPanel packageId="legacy" />, {
    'config.get': config,
    'credits.checkout': answer,
  });
  update(null);
  reject(refusal('internal_error'));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(screen.queryByRole('alert')).toBeNull();
});

function Returned() {
  usePaymentReturn();
  return null;
}

/** Returns from the payment page to a server that gives this response. */
function comeBack(answer: () => unknown) {
  sessionStorage.setItem('memori.paymentReturn', 'cs_test');
  return show(<Returned />, { 'credits.confirm': answer });
}

test('an incomplete payment is reported as such, and not checked again', async () => {
  comeBack(() => ({ success: false, code: 'payment_incomplete' }));
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain('Payment Error');
  expect(toast.textContent).not.toContain('There was an issue');
  expect(pendingPayment()).toBeNull();
});

test('a payment that the server could not check is checked again', async () => {
  comeBack(() => {
    throw refusal('internal_error');
  });
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toBe('Payment ErrorThere was an issue processing your payment.');
  expect(pendingPayment()).toBe('cs_test');
});

test('nothing is reported to a signed-out user, and the payment stays pending', async () => {
  const { queryClient } = comeBack(() => {
    throw refusal('not_signed_in');
  });
  await waitFor(() =>
    expect(
      queryClient
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.status),
    ).toEqual(['error']),
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect(pendingPayment()).toBe('cs_test');
});
