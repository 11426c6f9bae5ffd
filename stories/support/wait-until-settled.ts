import { expect, waitFor } from 'storybook/test'

/** Waits until the page is loaded and its queries have settled. */
export async function waitUntilSettled({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> {
  await waitFor(() => expect(canvasElement.querySelector('[data-page-heading]')).not.toBeNull(), {
    timeout: 10_000,
  })
  await new Promise((resolve) => setTimeout(resolve, 400))
}
