import { element, failureNote } from './dom.js'

/**
 * Sends a form by script: the pages forbid the browser to send forms itself, so that a password can never end up
 * in an address. While a call is under way a second click does nothing.
 */
export function attachForm(form, submit) {
  const note = form.querySelector('[data-note]')
  const button = form.querySelector('[type=submit]')
  let isBusy = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    button.setAttribute('aria-busy', 'true')
    clearFaults(form, note)
    try {
      const failure = await submit(Object.fromEntries(new FormData(form)))
      if (failure) showFaults(form, note, failure)
    } finally {
      isBusy = false
      button.removeAttribute('aria-busy')
    }
  })
}

function clearFaults(form, note) {
  note.replaceChildren()
  for (const input of form.elements) input.removeAttribute('aria-invalid')
  for (const fault of form.querySelectorAll('.field-fault')) fault.remove()
}

function showFaults(form, note, failure) {
  note.replaceChildren(...failureNote(failure).filter(Boolean))
  const named = failure.details.flatMap((detail) => {
    const input = form.elements.namedItem(String(detail.path).replace(/^\//, ''))
    return input ? [{ input, message: detail.message }] : []
  })
  for (const { input, message } of named) {
    input.setAttribute('aria-invalid', 'true')
    input.closest('.field').append(element('p', { class: 'field-fault' }, message))
  }
  ;(named[0]?.input ?? form.querySelector('input')).focus()
}

/** Lets a button show and hide what stands in a password field. */
export function attachReveal(button, input) {
  button.addEventListener('click', () => {
    const isShown = input.type === 'text'
    input.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? 'Show' : 'Hide'
    button.setAttribute('aria-label', `${button.textContent} password`)
  })
}
