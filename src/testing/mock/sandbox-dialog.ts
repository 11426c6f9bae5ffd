import type { DevWalletRequest } from '../dev-wallet.ts'

const QUESTIONS: Record<DevWalletRequest, string> = {
  connect: 'Connect this page to the sandbox wallet?',
  switch: 'Switch the network?',
  'add-chain': 'Add this network?',
  approve: 'Approve the token?',
  swap: 'Send the swap?',
  batch: 'Send the batch?',
  sign: 'Sign the message?',
  'add-token': 'List the token?',
}

/** Shows a confirmation like a wallet, in a dialog of the page. Closing it rejects. */
export function askInDialog({ kind }: { kind: DevWalletRequest }): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Sandbox wallet')
  const question = document.createElement('p')
  question.textContent = QUESTIONS[kind]
  return new Promise((resolve) => {
    const button = (text: string, answer: string) => {
      const made = document.createElement('button')
      made.type = 'button'
      made.textContent = text
      Object.assign(made.style, { minBlockSize: '44px', marginInlineEnd: '8px', paddingInline: '16px' })
      made.addEventListener('click', () => dialog.close(answer))
      return made
    }
    dialog.append(question, button('Confirm', 'yes'), button('Reject', 'no'))
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
