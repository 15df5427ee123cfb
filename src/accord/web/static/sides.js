// What a comparison compares: files, groups of subjects, or panels of raters.

export class Sides {
  constructor(form, source) {
    this.form = form;
    this.source = source;
    form.addEventListener("change", (event) => {
      if (event.target.closest('[data-group="sides"]')) this.show();
    });
    this.show();
  }

  get chosen() {
    return this.form.querySelector('[data-group="sides"] input:checked').value;
  }

  show() {
    for (const part of this.form.querySelectorAll("[data-side]"))
      part.hidden = part.dataset.side !== this.chosen;
    this.source.require(this.chosen === "files" ? 2 : 1);
  }

  // What is missing for a comparison, as a message and its option; null if nothing is.
  missing() {
    const files = this.source.data.length;
    if (this.chosen === "files" && files < 2)
      return { message: "Add a second file above, or compare groups or panels in this file." };
    if (this.chosen !== "files" && files > 1)
      return { message: "Groups and panels are compared within one file. Remove the other files above." };
    if (this.chosen === "by" && !this.form.querySelector('[data-side="by"] select').value)
      return { message: "Choose the column with the group of each subject.", option: "by" };
    return null;
  }
}
