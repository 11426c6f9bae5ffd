import { expect, waitFor } from 'storybook/test'

/** The page has been loaded and what it waits for has come: what is looked at is the state the story is about. */
export async function settled({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> {
  await waitFor(() => expect(canvasElement.querySelector('[data-page-heading]')).not.toBeNull(), {
    timeout: 10_000,
  })
  await new Promise((resolve) => setTimeout(resolve, 400))
}
