export type Gender = 'male' | 'female' | 'other'

const words = (text: string) => text.trim().split(/\s+/)

export const MALE_NAMES = words(`
  Ahmed Ali Hassan Hussain Usman Umar Bilal Hamza Talha Zubair Saad Fahad Faisal Imran Kamran Kashif Adnan Asad Asim
  Atif Awais Azhar Babar Danish Daniyal Ehsan Farhan Farooq Ghulam Habib Haris Haroon Haseeb Ibrahim Ijaz Ilyas Irfan
  Ismail Jawad Junaid Khalid Khurram Luqman Mansoor Mohsin Mubashir Mudassar Muneeb Murtaza Musa Mustafa Nabeel Nadeem
  Naveed Noman Owais Qasim Rameez Rashid Raza Rehan Rizwan Saif Sajid Salman Sarmad Shahbaz Shahid Shahzaib Shehryar
  Shoaib Sohail Sufyan Taimoor Tariq Tayyab Usama Waleed Waqar Waqas Yasir Yousaf Zain Zafar Zeeshan Zohaib Arsalan
  Ammar Anas Abdullah Aqeel Basit Burhan Fawad Gulraiz Hashir Huzaifa Jibran Moiz Mikail Rayyan Sikandar Uzair Zaryab
`)

export const FEMALE_NAMES = words(`
  Ayesha Fatima Zainab Maryam Khadija Hafsa Amna Sana Hira Iqra Nimra Maham Mahnoor Laiba Alishba Areeba Anam Aiman
  Asma Attiya Bushra Benish Dua Eman Esha Faiza Farah Fariha Fizza Gulalai Habiba Hajra Hina Hooria Humaira Husna Ifrah
  Irum Javeria Kainat Kanwal Kinza Kiran Komal Lubna Madiha Mahrukh Mehak Mehwish Memoona Misbah Momina Mubeen Muqaddas
  Nabila Nadia Naila Nayab Neelam Nida Noor Palwasha Qurat Rabia Rida Rimsha Rukhsana Saba Sabeen Sadia Saima Samina
  Samreen Sania Sehrish Shaista Shanza Shazia Shumaila Sidra Sobia Sumbal Sundas Tahira Tayyaba Tehreem Tooba Ume-Kulsoom
  Uzma Warda Wajiha Yumna Yusra Zara Zarmina Zoya Zunaira Zulaikha Noor-ul-Ain Aqsa Arooj Breshna Spogmai Marvi Sassui
`)

export const FAMILY_NAMES = words(`
  Khan Malik Butt Chaudhry Qureshi Siddiqui Shaikh Ansari Abbasi Awan Bhatti Cheema Dar Gondal Janjua Kayani Khattak
  Yousafzai Afridi Marwat Bangash Baloch Bugti Mengal Soomro Memon Junejo Talpur Laghari Mazari Khosa Niazi Tareen Durrani
  Wattoo Sial Kharal Virk Warraich Tarar Ranjha Rana Raja Mirza Baig Mughal Minhas Kiani Satti Sandhu Ghumman Bajwa
  Kahloon Lone Mir Lodhi Ghauri Paracha Chandio Magsi Khuhro Palijo Hazara Changezi Rajput Arain Farooqi Usmani Alvi
  Khokhar Mahar Nizamani Panhwar Solangi Wassan Shinwari Mohmand Orakzai Wazir Mehsud Swati Tanoli Jadoon Karlal Dogar
`)

/** Families that carry Syed or Syeda before the name. */
export const SYED_FAMILIES = words('Shah Bukhari Naqvi Rizvi Zaidi Gilani Kazmi Hashmi Jafri Shirazi Tirmizi Sherazi')

/** Second names of women, where others have a family name. */
export const FEMALE_SECOND_NAMES = words(`
  Fatima Zahra Batool Noor Kausar Parveen Bibi Akhtar Iqbal Aslam Ashraf Javed Saleem Arshad Nawaz Sarwar Tabassum Ijaz
  Maqsood Riaz Yaqoob Mushtaq Bashir Hameed Aziz Latif Rafique Zaman
`)

export const MALE_SECOND_NAMES = words(`
  Ahmed Ali Hussain Hassan Raza Abbas Haider Iqbal Aslam Ashraf Javed Saleem Arshad Nawaz Sarwar Mehmood Akram Anwar
  Bashir Hameed Aziz Latif Rafique Zaman Ullah Rehman Akhtar Shafiq
`)

/** Names as they are written in Urdu, with their Latin form for addresses and printed sheets. */
export const URDU_NAMES: [name: string, latin: string, gender: Gender][] = [
  ['محمد عثمان غنی', 'Muhammad Usman Ghani', 'male'],
  ['فاطمہ زہرا نقوی', 'Fatima Zahra Naqvi', 'female'],
  ['عائشہ صدیقہ خان', 'Ayesha Siddiqa Khan', 'female'],
  ['احمد رضا قریشی', 'Ahmed Raza Qureshi', 'male'],
  ['زینب بی بی', 'Zainab Bibi', 'female'],
  ['حمزہ یوسفزئی', 'Hamza Yousafzai', 'male'],
  ['مریم نواز اعوان', 'Maryam Nawaz Awan', 'female'],
  ['عبدالرحمٰن چوہدری', 'Abdul Rehman Chaudhry', 'male'],
  ['نورالعین بٹ', 'Noor-ul-Ain Butt', 'female'],
  ['سید علی حیدر شاہ', 'Syed Ali Haider Shah', 'male'],
  ['خدیجہ طاہر', 'Khadija Tahir', 'female'],
  ['بلال احمد سومرو', 'Bilal Ahmed Soomro', 'male'],
  ['صبا گل آفریدی', 'Saba Gul Afridi', 'female'],
  ['محمد طلحہ انصاری', 'Muhammad Talha Ansari', 'male'],
  ['حفصہ رانا', 'Hafsa Rana', 'female'],
  ['اسد اللہ بلوچ', 'Asadullah Baloch', 'male'],
  ['اقرا پروین', 'Iqra Parveen', 'female'],
  ['شہریار خان درانی', 'Shehryar Khan Durrani', 'male'],
  ['مہوش فاروقی', 'Mehwish Farooqi', 'female'],
  ['جنید اقبال میمن', 'Junaid Iqbal Memon', 'male'],
  ['سدرہ مشتاق', 'Sidra Mushtaq', 'female'],
  ['محمد عمر جنجوعہ', 'Muhammad Umar Janjua', 'male'],
  ['پلوشہ خٹک', 'Palwasha Khattak', 'female'],
  ['زین العابدین زیدی', 'Zain-ul-Abideen Zaidi', 'male'],
  ['رابعہ بصری', 'Rabia Basri', 'female'],
  ['کامران لغاری', 'Kamran Leghari', 'male'],
  ['ماہ نور ملک', 'Mahnoor Malik', 'female'],
  ['وقاص احمد بھٹی', 'Waqas Ahmed Bhatti', 'male'],
  ['ثمینہ ناز کیانی', 'Samina Naz Kiani', 'female'],
  ['غلام مرتضیٰ جتوئی', 'Ghulam Murtaza Jatoi', 'male'],
  ['عبدالغفور مینگل', 'Abdul Ghafoor Mengal', 'male'],
]

/** Long ones, hyphens and apostrophes, and the names of the country's smaller communities. */
export const OTHER_NAMES: [name: string, gender: Gender][] = [
  ['Sahibzada Muhammad Abdul Rehman Khan Durrani', 'male'],
  ['Syeda Fatima-tuz-Zahra Binte Hassan Naqvi Al-Bukhari', 'female'],
  ['Sunil Masih', 'male'],
  ['Pooja Kumari', 'female'],
  ['Makhdoomzada Syed Muhammad Ghulam Mustafa Shah Gilani', 'male'],
  ["Michelle D'Souza", 'female'],
  ['Ramesh Kumar Lohana', 'male'],
  ['Umm-e-Habiba Khurshid-ud-Din Chughtai', 'female'],
  ['Nawabzada Mir Shahnawaz Khan Talpur', 'male'],
  ['Maria Joseph Gill', 'female'],
  ['Abdul Sattar Ghulam Qadir Baloch Rindh', 'male'],
  ['Jia', 'female'],
  ['Harpreet Singh', 'male'],
  ['Sahar Gul', 'other'],
]
