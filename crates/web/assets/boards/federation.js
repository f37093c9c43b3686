// The mirrored layout (SF-1.1) is a habit of the person, not of the table.

const KEY = "klaxon-sf-mirror";
const show = () => document.documentElement.classList.toggle("sf-mirrored", localStorage.getItem(KEY) === "on");

document.addEventListener("click", (event) => {
  if (!event.target.closest("#sf-mirror")) return;
  localStorage.setItem(KEY, localStorage.getItem(KEY) === "on" ? "off" : "on");
  show();
});
show();
